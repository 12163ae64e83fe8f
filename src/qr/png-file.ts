import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Color } from './color.ts';

const deflateLater = promisify(deflate);

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Pixels for a PNG: one palette index per byte, or three bytes of red, green and blue without a palette. */
export interface Pixels {
  width: number;
  height: number;
  bytes: Uint8Array;
  palette?: Color[];
}

const FEW_COLOURS = 16;

function chunk(name: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  for (let index = 0; index < 4; index++) bytes[4 + index] = name.charCodeAt(index);
  bytes.set(body, 8);
  view.setUint32(body.length + 8, crc32(bytes.subarray(4, body.length + 8)));
  return bytes;
}

function header({ width, height, palette }: Pixels): Uint8Array {
  const bytes = new Uint8Array(13);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  bytes[8] = palette && palette.length <= FEW_COLOURS ? 4 : 8;
  bytes[9] = palette ? 3 : 2;
  return bytes;
}

// Each row begins with the number of its filter: 0, none.
function wideRows(bytes: Uint8Array, rowBytes: number, height: number): Uint8Array {
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let row = 0; row < height; row++)
    rows.set(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), row * (rowBytes + 1) + 1);
  return rows;
}

// Two pixels per byte, the left one in the high half.
function narrowRows(bytes: Uint8Array, width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil(width / 2);
  const rows = new Uint8Array((rowBytes + 1) * height);
  for (let row = 0; row < height; row++) {
    let to = row * (rowBytes + 1) + 1;
    const end = (row + 1) * width;
    for (let at = row * width; at < end; at += 2)
      rows[to++] = ((bytes[at] ?? 0) << 4) | (at + 1 < end ? (bytes[at + 1] ?? 0) : 0);
  }
  return rows;
}

function rowsOf({ width, height, bytes, palette }: Pixels): Uint8Array {
  if (!palette) return wideRows(bytes, width * 3, height);
  return palette.length <= FEW_COLOURS ? narrowRows(bytes, width, height) : wideRows(bytes, width, height);
}

/** Encodes the PNG; zlib compresses on another thread. */
export async function writePng(pixels: Pixels): Promise<Uint8Array> {
  const packed = await deflateLater(rowsOf(pixels), { level: pixels.palette ? 4 : 2 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header(pixels)),
    ...(pixels.palette ? [chunk('PLTE', Uint8Array.from(pixels.palette.flat()))] : []),
    chunk('IDAT', packed),
    chunk('IEND', new Uint8Array(0)),
  ]);
}
