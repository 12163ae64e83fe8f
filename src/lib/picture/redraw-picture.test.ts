import { expect, test } from 'bun:test';
import { deflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { claimSize, makeJpeg, makePng } from '../../../test/support/pictures.ts';
import { readPictureHeader } from './picture-header.ts';
import { keepPixelsOnly } from './png-chunks.ts';
import { MAX_PICTURE_BYTES, redrawPicture } from './redraw-picture.ts';

const WORDS = 'taken at my house';

function chunksOf(png: Uint8Array): string[] {
  const names: string[] = [];
  const view = Buffer.from(png);
  for (let at = 8; at < view.length; at += 12 + view.readUInt32BE(at))
    names.push(view.toString('latin1', at + 4, at + 8));
  return names;
}

/** Decodes the picture with another library. */
function pixelsOf(png: Uint8Array, width: number, height: number): string {
  const size = `width="${width}" height="${height}"`;
  const href = `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`;
  return new Resvg(svg).render().pixels.toString('hex');
}

async function drawn(bytes: Uint8Array) {
  const picture = await redrawPicture(bytes);
  if ('problem' in picture) throw new Error(picture.problem.code);
  return picture;
}

test('a PNG keeps its pixels and loses all metadata', async () => {
  const pixels = Buffer.from('00ff0000' + '0000ff80', 'hex');
  const extras = { tEXt: `Comment\0${WORDS}`, eXIf: `MM\0*${WORDS}`, tIME: '\x07\xea\x01\x01\x01\x01\x01' };
  const { bytes, width, height } = await drawn(makePng(1, 2, { extras, pixels }));
  expect([width, height]).toEqual([1, 2]);
  expect(chunksOf(bytes)).toEqual(['IHDR', 'IDAT', 'IEND']);
  expect(pixelsOf(bytes, 1, 2)).toBe('ff0000ff' + '00ff80ff');
  const again = await drawn(bytes);
  expect(again).toEqual({ bytes, width, height });
  expect(Buffer.from(bytes).includes(WORDS)).toBe(false);
});

test('a color profile, which may contain anything, is removed', async () => {
  const profile = Buffer.alloc(132);
  profile.writeUInt32BE(profile.length, 0);
  profile.write('mntrRGB XYZ ', 12);
  profile.write('acsp', 36);
  const png = makePng(4, 4, { extras: { iCCP: `x\0\0${deflateSync(profile).toString('latin1')}` } });
  expect(chunksOf(await new Bun.Image(png).png().bytes())).toContain('iCCP');
  expect(chunksOf((await drawn(png)).bytes)).toEqual(['IHDR', 'IDAT', 'IEND']);
});

test('only the chunks that pixels need remain in a PNG', () => {
  const extras = { iCCP: 'x', pHYs: 'x', tRNS: 'x', zTXt: 'x', acTL: 'x', PLTE: 'x', prVt: 'x' };
  expect(chunksOf(keepPixelsOnly(makePng(1, 1, { extras })))).toEqual(['IHDR', 'tRNS', 'PLTE', 'IDAT', 'IEND']);
});

test('a JPEG becomes an upright PNG without metadata', async () => {
  const plain = await makeJpeg(30, 20, 1, WORDS);
  expect(Buffer.from(plain).includes(WORDS)).toBe(true);
  expect(readPictureHeader(plain)).toEqual({ kind: 'jpeg', width: 30, height: 20 });
  const { bytes, width, height } = await drawn(plain);
  expect([width, height]).toEqual([30, 20]);
  expect(readPictureHeader(bytes)?.kind).toBe('png');
  expect(Buffer.from(bytes).includes(WORDS)).toBe(false);
  const turned = await drawn(await makeJpeg(30, 20, 6));
  expect([turned.width, turned.height]).toEqual([20, 30]);
});

test('4096 pixels are allowed in each direction, one more is not', async () => {
  expect(await drawn(makePng(4_096, 4_096))).toMatchObject({ width: 4_096, height: 4_096 });
  for (const bytes of [claimSize(4_097, 1), claimSize(1, 4_097), claimSize(4_294_967_295, 4_294_967_295)])
    expect(await redrawPicture(bytes)).toEqual({ problem: { code: 'image_too_many_pixels', params: { max: 4096 } } });
});

test('a file of more than 2 MB is refused without reading it', async () => {
  expect(await redrawPicture(new Uint8Array(MAX_PICTURE_BYTES + 1))).toEqual({
    problem: { code: 'image_too_large', params: { max: 2 } },
  });
});

const PNG = makePng(50, 50, {
  pixels: crypto.getRandomValues(new Uint8Array(151 * 50)).map((byte, at) => (at % 151 === 0 ? 0 : byte)),
});
const JPEG = await makeJpeg(50, 50);
test.each([
  ['nothing', new Uint8Array()],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  ['a WebP', await new Bun.Image(PNG).webp().bytes()],
  ['the signature of a PNG', PNG.subarray(0, 8)],
  ['half a PNG', PNG.subarray(0, 4_000)],
  ['a PNG with a hole', Buffer.concat([PNG.subarray(0, 100), PNG.subarray(200)])],
  ['a PNG of no size', claimSize(0, 0)],
  ['a PNG that has fewer pixels than its header says', claimSize(4_000, 4_000)],
  ['half a JPEG', JPEG.subarray(0, JPEG.length / 2)],
  ['a JPEG without its end marker', JPEG.subarray(0, -2)],
  ['the head of a JPEG', JPEG.subarray(0, 20)],
  ['an HTML page with a JPEG signature', Buffer.concat([JPEG.subarray(0, 3), Buffer.from('<script>')])],
])('%s is not a picture', async (_, bytes) => {
  expect(await redrawPicture(bytes)).toEqual({ problem: { code: 'image_not_readable' } });
});

test('random bytes after a signature never cause an unexpected error', async () => {
  const signature = fc.constantFrom(
    PNG.subarray(0, 8),
    PNG.subarray(0, 33),
    JPEG.subarray(0, 3),
    JPEG.subarray(0, 200),
  );
  await fc.assert(
    fc.asyncProperty(signature, fc.uint8Array({ maxLength: 300 }), async (head, rest) => {
      expect(await redrawPicture(Buffer.concat([head, rest]))).toBeObject();
    }),
    { numRuns: 500 },
  );
});

test('a JPEG with too many scans is refused', async () => {
  const jpeg = await makeJpeg(40, 30);
  const end = jpeg.length - 2;
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 5, 0]);
  const withScans = (count: number) =>
    Buffer.concat([jpeg.subarray(0, end), ...Array<Buffer>(count).fill(scan), jpeg.subarray(end)]);
  expect(readPictureHeader(withScans(40))).toMatchObject({ width: 40, height: 30 });
  expect(readPictureHeader(withScans(60))).toBeUndefined();
});
