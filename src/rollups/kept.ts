import { type Dimension, dimensionIndex, dimensions } from './dimension.ts';
import { readU32, readU48, writeU32, writeU48 } from './little-endian.ts';

/** One click as it is remembered, without an address; the dimensions are words, 0 where there is none. */
export interface KeptClick extends Record<Dimension, number> {
  /** Epoch milliseconds. */
  at: number;
  /** 48 bits. */
  visitor: number;
}

// A version, then records of one size, little endian: when (u48), who (u48), and the word of each dimension (u32).
const VERSION = 1;
const HEADER = 1;
const VISITOR = 6;
const WORDS = 12;
const RECORD = WORDS + 4 * dimensions.length;

/** Reads stored clicks field by field, so that a search over millions of them makes no object for each. */
export class KeptScan {
  readonly count: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.count = countKept(bytes);
    this.#bytes = bytes;
  }

  at(index: number): number {
    return readU48(this.#bytes, HEADER + index * RECORD);
  }

  visitor(index: number): number {
    return readU48(this.#bytes, HEADER + index * RECORD + VISITOR);
  }

  word(index: number, dimension: Dimension): number {
    return readU32(this.#bytes, HEADER + index * RECORD + WORDS + 4 * dimensionIndex[dimension]);
  }
}

/** How many clicks the bytes hold. */
export function countKept(bytes: Uint8Array): number {
  return bytes.byteLength === 0 ? 0 : (bytes.byteLength - HEADER) / RECORD;
}

/** One click in full; oldest are first. */
export function readKept(bytes: Uint8Array, index: number): KeptClick {
  const scan = new KeptScan(bytes);
  const click = { at: scan.at(index), visitor: scan.visitor(index) } as KeptClick;
  for (const dimension of dimensions) click[dimension] = scan.word(index, dimension);
  return click;
}

export function encodeKept(clicks: KeptClick[]): Uint8Array {
  return appendKept(new Uint8Array(0), clicks);
}

/** New bytes with these clicks after those that are there. */
export function appendKept(bytes: Uint8Array, clicks: KeptClick[]): Uint8Array {
  let offset = Math.max(bytes.byteLength, HEADER);
  const appended = new Uint8Array(offset + clicks.length * RECORD);
  appended.set(bytes);
  appended[0] = VERSION;
  for (const click of clicks) {
    writeU48(appended, offset, click.at);
    writeU48(appended, offset + VISITOR, click.visitor);
    for (let index = 0, at = offset + WORDS; index < dimensions.length; index += 1, at += 4) {
      writeU32(appended, at, click[dimensions[index] as Dimension]);
    }
    offset += RECORD;
  }
  return appended;
}
