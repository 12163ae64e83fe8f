import type { Page } from 'playwright-core';
import type { QrContent } from '../../src/qr/payload.ts';
import { photograph, readByJsqr, readByZxing } from './read-codes.ts';

/** The SVG of the preview in the studio once it is of what is on the screen. */
export async function readPreview(page: Page): Promise<string> {
  const src = await page.locator('img.qr-picture[aria-busy=false]').getAttribute('src');
  return decodeURIComponent((src ?? '').replace('data:image/svg+xml,', ''));
}

/** What scanners read in it; the one that is better at ornate codes is asked where the other sees nothing. */
export async function scanPreview(page: Page): Promise<string | undefined> {
  const photo = photograph(await readPreview(page), { sidePx: 500, turnDegrees: 0, blurPx: 0 });
  return readByJsqr(photo) ?? (await readByZxing(photo));
}

/** Contents that codes hold themselves, with what is typed for each, by the labels of the fields. */
export const typedContents: [QrContent, Record<string, string>][] = [
  [{ type: 'text', data: 'Mind the step' }, { Text: 'Mind the step' }],
  [{ type: 'phone', data: '+49 30 123456' }, { 'Phone number': '+49 30 123456' }],
  [
    { type: 'email', data: { email: 'ada@example.com', subject: 'Hello', body: undefined } },
    { 'E-mail address': 'ada@example.com', 'Subject optional': 'Hello' },
  ],
  [
    { type: 'sms', data: { phone: '+4930123456', message: 'Hi' } },
    { Phone: '+4930123456', 'Message optional': 'Hi' },
  ],
  [
    { type: 'vcard', data: { fname: 'Ada', org: 'Engines' } },
    { 'First name': 'Ada', Organisation: 'Engines' },
  ],
  [
    { type: 'wifi', data: { ssid: 'Café', pass: 'two sugars', encryption: 'WPA', hidden: false } },
    { 'Name of the network': 'Café', 'Network password': 'two sugars' },
  ],
];
