import { readFileSync } from 'node:fs';
import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2' with { type: 'file' };
import greek from '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2' with { type: 'file' };
import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2' with { type: 'file' };
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' with { type: 'file' };
import vietnamese from '@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2' with { type: 'file' };
import { ByteReader } from './byte-reader.ts';
import { readFontTables } from './font-tables.ts';
import { type Glyph, readGlyphs } from './glyph-outlines.ts';

/** The shape of one character: its outlines and how far the next one stands from it, in units of the font. */
export interface Letter {
  glyph: Glyph;
  advance: number;
}

interface Font {
  find(codePoint: number): Letter | undefined;
}

/** Units of the font in one em. */
export const UNITS_PER_EM = 2048;

/** The height of capitals in units of the font. */
export const CAP_HEIGHT = 1490;

// Each range of characters in a file of its own, the likely ones first.
const FILES = [latin, latinExt, cyrillic, greek, vietnamese];

function readCharacters(table: Uint8Array): Map<number, number> {
  const header = new ByteReader(table).skip(2);
  const offsets = Array.from({ length: header.u16() }, () => header.skip(4).u32());
  const characters = new Map<number, number>();
  for (const offset of offsets) {
    const bytes = table.subarray(offset);
    const format = new ByteReader(bytes).u16();
    if (format === 4) readSegments(bytes, characters);
    if (format === 12) readGroups(bytes, characters);
  }
  return characters;
}

function readSegments(bytes: Uint8Array, characters: Map<number, number>): void {
  const count = new ByteReader(bytes).skip(6).u16() / 2;
  const at = (column: number, index: number) => 14 + column * count * 2 + index * 2 + (column > 0 ? 2 : 0);
  const read = (position: number) => new ByteReader(bytes).skip(position).u16();
  for (let index = 0; index < count; index++) {
    const delta = read(at(2, index));
    const range = read(at(3, index));
    for (let code = read(at(1, index)); code <= read(at(0, index)) && code < 0xffff; code++) {
      const found = range === 0 ? code : read(at(3, index) + range + (code - read(at(1, index))) * 2);
      const glyph = found === 0 ? 0 : (found + delta) & 0xffff;
      if (glyph !== 0) characters.set(code, glyph);
    }
  }
}

function readGroups(bytes: Uint8Array, characters: Map<number, number>): void {
  const reader = new ByteReader(bytes).skip(12);
  for (let left = reader.u32(); left > 0; left--) {
    const [first, last, glyph] = [reader.u32(), reader.u32(), reader.u32()];
    for (let code = first; code <= last; code++) characters.set(code, glyph + code - first);
  }
}

function readFont(path: string): Font {
  const tables = readFontTables(readFileSync(path));
  const table = (name: string) => tables.get(name) ?? { bytes: new Uint8Array(64), isTransformed: false };
  const characters = readCharacters(table('cmap').bytes);
  const glyphs = readGlyphs(table('glyf').bytes);
  const metricCount = new ByteReader(table('hhea').bytes).skip(34).u16();
  const { bytes, isTransformed } = table('hmtx');
  const advanceOf = (glyph: number) => {
    const index = Math.min(glyph, metricCount - 1);
    // Transformed, the bearings are left out behind one byte of flags.
    return new ByteReader(bytes).skip(isTransformed ? 1 + index * 2 : index * 4).u16();
  };
  return {
    find(codePoint) {
      const number = characters.get(codePoint);
      if (number === undefined) return undefined;
      return { glyph: glyphs[number] ?? [], advance: advanceOf(number) };
    },
  };
}

const fonts = new Map<string, Font>();

/** The shape of a character in Inter, the face of our pages; undefined for scripts that it does not have. */
export function findLetter(codePoint: number): Letter | undefined {
  for (const path of FILES) {
    // A file is unpacked when the first character asks for it.
    const font = fonts.get(path) ?? readFont(path);
    fonts.set(path, font);
    const letter = font.find(codePoint);
    if (letter) return letter;
  }
  return undefined;
}
