import { crc32, deflateSync } from 'node:zlib';

interface Drawn {
  /** Additional chunks by name, such as `tEXt`. */
  extras?: Record<string, string>;
  /** The pixels; black by default. */
  pixels?: Uint8Array;
}

function chunk(name: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
}

/** Creates an RGB PNG with optional extra chunks. */
export function makePng(width: number, height: number, { extras = {}, pixels }: Drawn = {}): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    ...Object.entries(extras).map(([name, text]) => chunk(name, Buffer.from(text, 'latin1'))),
    chunk('IDAT', deflateSync(pixels ?? Buffer.alloc((1 + width * 3) * height))),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Creates a PNG whose header claims this size, with almost no pixel data. */
export function claimSize(width: number, height: number): Buffer<ArrayBuffer> {
  return makePng(width, height, { pixels: new Uint8Array(10) });
}

/** Creates a JPEG with an EXIF orientation and a comment. */
export async function makeJpeg(
  width: number,
  height: number,
  orientation = 1,
  words = '',
): Promise<Buffer<ArrayBuffer>> {
  const plain = await new Bun.Image(makePng(width, height)).jpeg().bytes();
  const exif = Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  exif.writeUInt16BE(orientation, 24);
  const segments = [
    [0xe1, exif],
    [0xfe, Buffer.from(words)],
  ] as const;
  const written = segments.map(([marker, content]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    return Buffer.concat([head, content]);
  });
  return Buffer.concat([plain.subarray(0, 2), ...written, plain.subarray(2)]);
}
