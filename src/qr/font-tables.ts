import { brotliDecompressSync } from 'node:zlib';
import { ByteReader } from './byte-reader.ts';

/** A table of a font, and whether WOFF2 has written it in its own denser way. */
export interface FontTable {
  bytes: Uint8Array;
  isTransformed: boolean;
}

const HEADER_BYTES = 48;
const OTHER_TAG = 63;
const LOCA = 11;

// Numbers that WOFF2 gives to tables, as far as an outline needs them.
const NAMES = new Map([
  [0, 'cmap'],
  [1, 'head'],
  [2, 'hhea'],
  [3, 'hmtx'],
  [10, 'glyf'],
]);

/** The tables of a WOFF2 file from which outlines are drawn, by name. */
export function readFontTables(file: Uint8Array): Map<string, FontTable> {
  const reader = new ByteReader(file).skip(12);
  const count = reader.u16();
  const packedBytes = reader.skip(6).u32();
  reader.skip(HEADER_BYTES - 24);
  const entries = Array.from({ length: count }, () => {
    const flags = reader.u8();
    const number = flags & 63;
    if (number === OTHER_TAG) reader.skip(4);
    const version = flags >> 6;
    // For outlines three means as they were, for all others it is zero.
    const isTransformed = number === 10 || number === LOCA ? version !== 3 : version !== 0;
    const originalBytes = reader.base128();
    return { name: NAMES.get(number), isTransformed, length: isTransformed ? reader.base128() : originalBytes };
  });
  const unpacked = brotliDecompressSync(file.subarray(reader.position, reader.position + packedBytes));
  const tables = new Map<string, FontTable>();
  let at = 0;
  for (const { name, isTransformed, length } of entries) {
    if (name !== undefined) tables.set(name, { bytes: unpacked.subarray(at, at + length), isTransformed });
    at += length;
  }
  return tables;
}
