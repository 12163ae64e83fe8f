const SIGNATURE_BYTES = 8;
// Length, name and checksum of each chunk.
const FRAME_BYTES = 12;
const NEEDED = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];

/** Keeps only the pixels of a PNG: drops texts, times, locations and color profiles. */
export function keepPixelsOnly(png: Uint8Array): Uint8Array {
  const view = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const parts = [view.subarray(0, SIGNATURE_BYTES)];
  for (let at = SIGNATURE_BYTES; at + FRAME_BYTES <= view.length; ) {
    const end = at + FRAME_BYTES + view.readUInt32BE(at);
    if (NEEDED.includes(view.toString('latin1', at + 4, at + 8))) parts.push(view.subarray(at, end));
    at = end;
  }
  return Buffer.concat(parts);
}
