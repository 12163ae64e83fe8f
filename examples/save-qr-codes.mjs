// Saves the QR code of every link as an SVG file: node save-qr-codes.mjs FOLDER
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listLinks, request } from './api.mjs';

const [folder = 'qr-codes'] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for await (const { id, alias } of listLinks()) {
  const response = await request(`/api/url/${id}/qr.svg`);
  await writeFile(join(folder, `${alias}.svg`), await response.text());
}
console.log(`The QR codes are in ${folder}.`);
