import type { Page } from 'playwright-core';
import type { QrContent } from '../../src/qr/payload.ts';
import { photograph, readByJsqr, readByZxing } from './read-codes.ts';
import { words } from './words.ts';

/** The SVG of the preview, once it shows the current state of the form. */
export async function readPreview(page: Page): Promise<string> {
  const src = await page.locator('img.qr-picture[aria-busy=false]').getAttribute('src');
  return decodeURIComponent((src ?? '').replace('data:image/svg+xml,', ''));
}

/** Scans the preview. ZXing reads ornate codes better, so it tries when jsQR finds nothing. */
export async function scanPreview(page: Page): Promise<string | undefined> {
  const photo = photograph(await readPreview(page), { sidePx: 500, turnDegrees: 0, blurPx: 0 });
  return readByJsqr(photo) ?? (await readByZxing(photo));
}

function optional(label: string): string {
  return `${label} ${words.ui.optional}`;
}

/** Static content types, each with the text for each field by its label. */
export const typedContents: [QrContent, Record<string, string>][] = [
  [{ type: 'text', data: 'Mind the step' }, { [words.qr.values.text]: 'Mind the step' }],
  [{ type: 'phone', data: '+49 30 123456' }, { [words.qr.values.phone]: '+49 30 123456' }],
  [
    { type: 'email', data: { email: 'ada@example.com', subject: 'Hello', body: undefined } },
    { [words.qr.fields.email]: 'ada@example.com', [optional(words.qr.fields.subject)]: 'Hello' },
  ],
  [
    { type: 'sms', data: { phone: '+4930123456', message: 'Hi' } },
    { [words.qr.fields.phone]: '+4930123456', [optional(words.qr.fields.message)]: 'Hi' },
  ],
  [
    { type: 'vcard', data: { fname: 'Ada', org: 'Engines' } },
    { [words.qr.fields.fname]: 'Ada', [words.qr.fields.org]: 'Engines' },
  ],
  [
    { type: 'wifi', data: { ssid: 'Café', pass: 'two sugars', encryption: 'WPA', hidden: false } },
    { [words.qr.fields.ssid]: 'Café', [words.qr.fields.pass]: 'two sugars' },
  ],
];
