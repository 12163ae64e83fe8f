// Saves the QR code of every link as an SVG file: node save-qr-codes.mjs FOLDER
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signpost } from './connect.mjs';

const [folder = 'qr-codes'] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for await (const { id, alias } of signpost.links.list()) {
  const picture = await signpost.request('GET /api/url/:id/qr.svg', { params: { id } });
  await writeFile(join(folder, `${alias}.svg`), await picture.text());
}
console.log(`The QR codes are in ${folder}.`);
