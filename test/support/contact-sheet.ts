import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { drawPng } from '../../src/qr/png.ts';
import { chosenSamples } from './code-samples.ts';
import { newFolder } from './engines.ts';

const COLUMNS = 8;
const CELL_PX = 300;
const GAP_PX = 24;

/** Draws forty codes of all styles on one PNG, for visual inspection. */
async function drawContactSheet(): Promise<Uint8Array> {
  const samples = chosenSamples(40).slice(0, 40);
  const rows = Math.ceil(samples.length / COLUMNS);
  const [width, height] = [COLUMNS, rows].map((count) => count * (CELL_PX + GAP_PX) + GAP_PX);
  const cells = await Promise.all(
    samples.map(async ({ picture }, index) => {
      const png = await drawPng({ ...picture, size: 600 });
      const x = GAP_PX + (index % COLUMNS) * (CELL_PX + GAP_PX);
      const y = GAP_PX + Math.floor(index / COLUMNS) * (CELL_PX + GAP_PX);
      const address = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
      return `<image x="${x}" y="${y}" width="${CELL_PX}" height="${CELL_PX}" href="${address}"/>`;
    }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#e5e7eb"/>${cells.join('')}</svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

/** Writes the sheet to the SCREENSHOTS folder, or to a temporary one, and returns its path. */
export async function writeContactSheet(): Promise<string> {
  const path = join(process.env.SCREENSHOTS ?? newFolder(), 'qr-contact-sheet.png');
  await Bun.write(path, await drawContactSheet());
  return path;
}
