import { expect, test } from 'bun:test';
import { makeLogo } from '../../test/support/code-samples.ts';
import { writeContactSheet } from '../../test/support/contact-sheet.ts';
import { cpuMsOf } from '../../test/support/measure.ts';
import { makeJpeg } from '../../test/support/pictures.ts';
import { codeMatrixOf } from './code-matrix.ts';
import { fitLogo } from './fit-logo.ts';
import { drawPdf } from './pdf.ts';
import { EYE_STYLES, MODULE_STYLES, type QrPicture } from './picture.ts';
import { drawPng } from './png.ts';
import { drawSvg } from './svg.ts';

const content = 'https://sign.example/q/Ab3xY9';

function sizeInHeader(png: Uint8Array): [number, number] {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

test('a caption cannot inject markup', () => {
  const caption = '</text><script>alert(1)</script>"\'&\u0000\u0008\ud800';
  const svg = drawSvg({ content, frame: { caption } });
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  expect(svg).not.toMatch(/\p{Cc}/u);
});

test('codes on one page have gradients with different ids', () => {
  const names = (
    [
      [0, 0, 90],
      [0, 90, 0],
    ] as const
  ).map((to) => /id="([^"]+)"/.exec(drawSvg({ content, gradient: { to } }))?.[1]);
  expect(new Set(names).size).toBe(2);
});

for (const size of [64, 511, 512, 4096]) {
  test(`a PNG is ${size} pixels wide on request`, async () => {
    expect(sizeInHeader(await drawPng({ content, size }))).toEqual([size, size]);
  });
}

test('a size out of range is clamped', async () => {
  expect(sizeInHeader(await drawPng({ content, size: 1 }))).toEqual([64, 64]);
  expect(sizeInHeader(await drawPng({ content, size: Number.NaN }))).toEqual([64, 64]);
  expect(drawSvg({ content, size: 1e9 })).toContain('width="4096"');
});

test('a frame makes the picture taller than wide, in every format', async () => {
  const picture: QrPicture = { content, frame: { caption: 'Öffne mich' } };
  const [width, height] = sizeInHeader(await drawPng(picture));
  expect(height).toBeGreaterThan(width);
  expect(drawSvg(picture)).toContain(`width="${width}" height="${height}"`);
  expect(Buffer.from(drawPdf(picture)).toString('latin1')).toMatch(/MediaBox \[0 0 384 4\d\d/);
});

test('a logo raises the error correction as far as the content allows', () => {
  const logo = { bytes: makeLogo() };
  expect(codeMatrixOf({ content, ecc: 'low' }).ecc).toBe('low');
  expect(codeMatrixOf({ content, ecc: 'low', logo }).ecc).toBe('high');
  expect(codeMatrixOf({ content: 'k'.repeat(1500), logo }).ecc).toBe('quartile');
});

test('a logo can be a JPEG, and a broken one is omitted', async () => {
  const jpeg = await makeJpeg(60, 40);
  expect(drawSvg({ content, logo: { bytes: jpeg } })).toContain('data:image/jpeg;base64,');
  expect(Buffer.from(drawPdf({ content, logo: { bytes: jpeg } })).toString('latin1')).toContain('/Width 60 /Height 40');
  const broken = { bytes: Buffer.from('nonsense') };
  expect(drawSvg({ content, logo: broken })).not.toContain('<image');
  expect(Buffer.from(drawPdf({ content, logo: broken })).toString('latin1')).not.toContain('/XObject');
});

test('a large logo is resized once', async () => {
  expect(sizeInHeader(await fitLogo(makeLogo(1500, 300)))).toEqual([320, 64]);
  expect(sizeInHeader(await fitLogo(makeLogo(50, 30)))).toEqual([50, 30]);
});

test('content that is too long for a code is not drawn', () => {
  expect(() => drawSvg({ content: 'k'.repeat(3000) })).toThrow('too long');
});

for (const style of MODULE_STYLES) {
  for (const eyeStyle of EYE_STYLES) {
    test(`every offset of a PDF is correct: ${style}, ${eyeStyle} eyes`, () => {
      const picture: QrPicture = {
        content,
        style,
        eyeStyle,
        gradient: { to: [0, 0, 120] },
        logo: { bytes: makeLogo() },
      };
      const text = Buffer.from(drawPdf(picture)).toString('latin1');
      const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
      expect(text.slice(table, table + 5)).toBe('xref\n');
      const offsets = [...text.slice(table).matchAll(/(\d{10}) 00000 n /g)].map(([, offset]) => Number(offset));
      expect(offsets).toHaveLength(6);
      for (const [index, offset] of offsets.entries())
        expect(text.slice(offset, offset + 7)).toBe(`${index + 1} 0 obj`);
    });
  }
}

test('a picture of 512 pixels takes at most 15 ms of the processor', async () => {
  const picture: QrPicture = {
    content: content.repeat(3),
    style: 'rounded',
  };
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 40; round++) fastestMs = Math.min(fastestMs, await cpuMsOf(() => drawPng(picture)));
  expect(fastestMs).toBeLessThan(15);
});

test('all styles are drawn on one sheet for visual review', async () => {
  const sheet = await Bun.file(await writeContactSheet()).bytes();
  expect(sizeInHeader(sheet)).toEqual([2616, 1644]);
});
