/** The format and size of a picture, read without decoding it. */
export interface PictureHeader {
  kind: 'png' | 'jpeg';
  width: number;
  height: number;
}

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const JPEG_SIGNATURE = Uint8Array.of(0xff, 0xd8, 0xff);
// Signature, then IHDR with its length, name, 13 bytes and checksum.
const PNG_HEADER_BYTES = PNG_SIGNATURE.length + 25;

const START_OF_SCAN = 0xda;
const SCAN = Uint8Array.of(0xff, START_OF_SCAN);
const END_OF_PICTURE = Uint8Array.of(0xff, 0xd9);
// Cameras and editors write about ten scans. An empty scan still costs the decoder a pass over the whole picture.
const MAX_SCANS = 50;
// Tables and extensions whose markers are in the range of frame markers.
const NO_FRAMES = [0xc4, 0xc8, 0xcc];

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker);
}

function readPng(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < PNG_HEADER_BYTES || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Whether a JPEG has its end marker, and not more scans than allowed. */
function isWhole(bytes: Buffer, from: number): boolean {
  let at = from;
  for (let scans = 0; at >= 0; scans += 1) {
    if (scans > MAX_SCANS) return false;
    at = bytes.indexOf(SCAN, at + SCAN.length);
  }
  return bytes.includes(END_OF_PICTURE, from);
}

function readJpeg(bytes: Buffer): PictureHeader | undefined {
  let header: PictureHeader | undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else if (marker === START_OF_SCAN) {
      // The decoder would fill the missing part of a truncated picture with gray.
      return isWhole(bytes, at) ? header : undefined;
    } else {
      const isSecondFrame = isFrame(marker) && header !== undefined;
      if (isSecondFrame) return undefined;
      if (isFrame(marker)) {
        header = { kind: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      }
      at += 2 + bytes.readUInt16BE(at + 2);
    }
  }
  return undefined;
}

/** Format and size of a PNG or JPEG, by its bytes only; undefined for anything else, whatever its declared type. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return readPng(view);
  if (view.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE)) return readJpeg(view);
  return undefined;
}
