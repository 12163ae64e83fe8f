import { Resvg } from '@resvg/resvg-js';
import type { Color } from '../../src/qr/color.ts';
import { payloadOf, type QrContent } from '../../src/qr/payload.ts';
import { EYE_STYLES, MODULE_STYLES, type QrPicture } from '../../src/qr/picture.ts';

/** One sample of each content type, with accents, other scripts, emoji, and every character that its format escapes. */
export const sampleContents: QrContent[] = [
  { type: 'text', data: 'Zażółć gęślą jaźń, naïve façade – 日本語 🦊' },
  { type: 'link', data: 'https://sign.example/q/Ab3xY9?utm_source=plakat&ort=Köln' },
  { type: 'phone', data: '+49 (0)30 / 1234-567' },
  {
    type: 'email',
    data: { email: 'käthe+qr@exämple.de', subject: 'Grüße & mehr?', body: 'Zeile 1\nZeile 2: 100 % 🎉' },
  },
  { type: 'sms', data: { phone: '+43 660 1234567', message: 'Ich möchte: ja; bitte! 😀' } },
  { type: 'wifi', data: { ssid: 'Café "Ö;1"', pass: 'a,b;c:d\\e"f', encryption: 'WPA', hidden: true } },
  {
    type: 'vcard',
    data: {
      fname: 'Žofie',
      lname: 'Müller; Ångström',
      org: 'Weiß, Söhne & Co.',
      title: 'Köchin',
      phone: '+49 30 123',
      cell: '+49 170 456',
      email: 'z@example.org',
      site: 'https://example.org/über?a=1,2',
      street: 'Große Straße 1\nHinterhaus',
      city: 'København',
      zip: '10115',
      country: 'Österreich',
    },
  },
];

interface Scheme {
  name: string;
  colors: Pick<QrPicture, 'foreground' | 'background' | 'gradient'>;
}

const WHITE: Color = [255, 255, 255];

/** Allowed colors, including the weakest allowed contrast. */
export const sampleSchemes: Scheme[] = [
  { name: 'black', colors: {} },
  { name: 'indigo on cream', colors: { foreground: [49, 46, 129], background: [255, 251, 235] } },
  { name: 'sunset', colors: { foreground: [190, 24, 93], background: WHITE, gradient: { to: [234, 88, 12] } } },
  {
    name: 'sea',
    colors: {
      foreground: [15, 23, 110],
      background: [240, 249, 255],
      gradient: { to: [13, 148, 136], angleDegrees: 90 },
    },
  },
  { name: 'pale green', colors: { foreground: [5, 150, 105], background: WHITE } },
  { name: 'light on dark', colors: { foreground: [226, 232, 240], background: [15, 23, 42] } },
  { name: 'black on red', colors: { foreground: [0, 0, 0], background: [239, 68, 68] } },
];

/** A logo with a transparent background, as shops upload it. */
export function makeLogo(widthPx = 240, heightPx = 240): Uint8Array {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" preserveAspectRatio="none" width="${widthPx}" height="${heightPx}"><circle cx="12" cy="12" r="12" fill="#e11d48"/><path d="M12 4.2l2.3 5 5.5.6-4.1 3.7 1.2 5.4-4.9-2.8-4.9 2.8 1.2-5.4-4.1-3.7 5.5-.6z" fill="#fff"/></svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

/** A picture whose name lists all of its options. */
export interface Sample {
  name: string;
  picture: QrPicture;
}

const frames: [string, QrPicture['frame']][] = [
  ['no frame', undefined],
  ['band', { style: 'band', caption: 'Scan me' }],
  ['line', { style: 'line', caption: 'Zum Menü' }],
];

/** Every combination of content, style, eyes, colors, logo and frame. */
export function allSamples(): Sample[] {
  const logos: [string, QrPicture['logo']][] = [
    ['no logo', undefined],
    ['logo', { bytes: makeLogo() }],
  ];
  return sampleContents.flatMap((content) =>
    MODULE_STYLES.flatMap((style) =>
      EYE_STYLES.flatMap((eyeStyle) =>
        sampleSchemes.flatMap(({ name, colors }) =>
          logos.flatMap(([logoName, logo]) =>
            frames.map(([frameName, frame]) => ({
              name: [content.type, style, `${eyeStyle} eyes`, name, logoName, frameName].join(', '),
              picture: { content: payloadOf(content), style, eyeStyle, ...colors, logo, frame },
            })),
          ),
        ),
      ),
    ),
  );
}

/** A fixed sample of the combinations; all of them if QR_ALL is set. */
export function chosenSamples(count: number): Sample[] {
  const samples = allSamples();
  if (process.env.QR_ALL) return samples;
  let state = 20_260_101;
  const next = (below: number) => {
    // The generator of Numerical Recipes. Its low bits are not random enough, so the high bits are used.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, () => samples.splice(next(samples.length), 1)).flat();
}
