// No DataView: creating one for each of thousands of small arrays costs more than all reads through it.

/** Reads a number of two bytes. */
export function readU16(bytes: Uint8Array, offset: number): number {
  return (bytes[offset] as number) | ((bytes[offset + 1] as number) << 8);
}

/** Reads a number of four bytes. */
export function readU32(bytes: Uint8Array, offset: number): number {
  return (readU16(bytes, offset) | (readU16(bytes, offset + 2) << 16)) >>> 0;
}

/** Reads a number of six bytes. */
export function readU48(bytes: Uint8Array, offset: number): number {
  return readU24(bytes, offset) + readU24(bytes, offset + 3) * 2 ** 24;
}

/** Writes the low two bytes of a number. */
export function writeU16(bytes: Uint8Array, offset: number, value: number): void {
  bytes[offset] = value;
  bytes[offset + 1] = value >>> 8;
}

/** Writes the low four bytes of a number. */
export function writeU32(bytes: Uint8Array, offset: number, value: number): void {
  // `| 0` tells the engine that this is an integer; converting a double to bytes is slower.
  const whole = value | 0;
  writeU16(bytes, offset, whole);
  writeU16(bytes, offset + 2, whole >>> 16);
}

/** Writes a number of six bytes. */
export function writeU48(bytes: Uint8Array, offset: number, value: number): void {
  // Two halves that fit into 32-bit integers.
  const high = (value / 2 ** 24) | 0;
  writeU24(bytes, offset, (value - high * 2 ** 24) | 0);
  writeU24(bytes, offset + 3, high);
}

function readU24(bytes: Uint8Array, offset: number): number {
  return readU16(bytes, offset) | ((bytes[offset + 2] as number) << 16);
}

function writeU24(bytes: Uint8Array, offset: number, value: number): void {
  writeU16(bytes, offset, value);
  bytes[offset + 2] = value >>> 16;
}
