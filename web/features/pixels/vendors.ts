import type { RowOf } from '../../lib/query.ts';

export type PixelRow = RowOf<'GET /api/pixels'>;

/** The vendors by the API's type, with their names and the format of their ids. */
const VENDORS = [
  ['tagmgrpixel', 'gtmpixel', 'Google Tag Manager', 'GTM-A1B2C3D'],
  ['analyticspixel', 'gapixel', 'Google Analytics', 'G-A1B2C3D4E5'],
  ['socialapixel', 'fbpixel', 'Meta (Facebook)', '123456789012345'],
  ['adspixel', 'adwordspixel', 'Google Ads', 'AW-123456789'],
  ['professionalnetpixel', 'linkedinpixel', 'LinkedIn', '123456'],
  ['microblogpixel', 'twitterpixel', 'X (Twitter)', 'o1a2b'],
  ['retargetpixel', 'adrollpixel', 'AdRoll', 'ABCDEFGHIJKLMNOPQRSTUV'],
  ['qapixel', 'quorapixel', 'Quora', '0123456789abcdef…'],
  ['imageboard', 'pinterest', 'Pinterest', '2612345678901'],
  ['searchengine', 'bing', 'Microsoft Ads (Bing)', '12345678'],
  ['ephemeralchat', 'snapchat', 'Snapchat', '01234567-89ab-cdef-…'],
  ['forum', 'reddit', 'Reddit', 't2_a1b2c3d4'],
  ['shortvideo', 'tiktok', 'TikTok', 'C0ABCDEFGHIJ12345678'],
] as const satisfies [PixelRow['type'], PixelRow['type'], string, string][];

/** A vendor's name and a sample id. */
export function vendorNameOf(type: PixelRow['type']): { name: string; example: string } {
  const [, , name = type, example = ''] = VENDORS.find(([word, alias]) => word === type || alias === type) ?? [];
  return { name, example };
}

/** The options of the vendor select. */
export const vendorOptions = VENDORS.map(([value, , label]) => ({ value: value as PixelRow['type'], label }));
