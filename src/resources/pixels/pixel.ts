import { type ApiMessage, warning } from '../../core/api-messages.ts';
import { failure } from '../../core/errors.ts';

/** A tracking tag of one vendor, which fires on the links that use it. */
export interface Pixel {
  id: number;
  type: PixelType;
  name: string;
  tag: string;
  createdAt: number;
}

interface Vendor {
  /** The type in the API reference. */
  type: string;
  /** The common name of the vendor, also accepted and returned as sent. */
  alias: string;
  /** The usual format of this vendor's ids. */
  tagFormat: RegExp;
  example: string;
}

/** The thirteen vendors in the order of the API reference. */
export const vendors = [
  { type: 'tagmgrpixel', alias: 'gtmpixel', tagFormat: /^GTM-[A-Z0-9]{4,10}$/, example: 'GTM-A1B2C3D' },
  {
    type: 'analyticspixel',
    alias: 'gapixel',
    tagFormat: /^(G-[A-Z0-9]{6,12}|UA-\d{4,10}-\d{1,4})$/,
    example: 'G-A1B2C3D4E5',
  },
  { type: 'socialapixel', alias: 'fbpixel', tagFormat: /^\d{10,20}$/, example: '123456789012345' },
  { type: 'adspixel', alias: 'adwordspixel', tagFormat: /^AW-\d{8,12}(\/[\w-]{10,30})?$/, example: 'AW-123456789' },
  { type: 'professionalnetpixel', alias: 'linkedinpixel', tagFormat: /^\d{4,10}$/, example: '123456' },
  {
    type: 'microblogpixel',
    alias: 'twitterpixel',
    tagFormat: /^(tw-)?[a-z0-9]{5,6}(-[a-z0-9]{5,6})?$/,
    example: 'o1a2b',
  },
  {
    type: 'retargetpixel',
    alias: 'adrollpixel',
    tagFormat: /^[A-Z0-9]{22}(\/[A-Z0-9]{22})?$/,
    example: 'ABCDEFGHIJKLMNOPQRSTUV',
  },
  { type: 'qapixel', alias: 'quorapixel', tagFormat: /^[0-9a-f]{32}$/, example: '0123456789abcdef0123456789abcdef' },
  { type: 'imageboard', alias: 'pinterest', tagFormat: /^\d{13}$/, example: '2612345678901' },
  { type: 'searchengine', alias: 'bing', tagFormat: /^\d{7,10}$/, example: '12345678' },
  {
    type: 'ephemeralchat',
    alias: 'snapchat',
    tagFormat: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    example: '01234567-89ab-cdef-0123-456789abcdef',
  },
  { type: 'forum', alias: 'reddit', tagFormat: /^(t2|a2)_[a-z0-9]{4,16}$/, example: 't2_a1b2c3d4' },
  { type: 'shortvideo', alias: 'tiktok', tagFormat: /^[A-Z0-9]{20}$/, example: 'C0ABCDEFGHIJ12345678' },
] as const satisfies Vendor[];

export type PixelType = (typeof vendors)[number]['type' | 'alias'];

/** The type of a vendor in the API reference. */
export type StoredVendorType = (typeof vendors)[number]['type'];

/** Every accepted type: the thirteen of the API reference, then the common names. */
export const pixelTypes: PixelType[] = [...vendors.map(({ type }) => type), ...vendors.map(({ alias }) => alias)];

function findVendor(type: PixelType) {
  return vendors.find((candidate) => candidate.type === type || candidate.alias === type);
}

/** Maps a type, which may be a common name, to the type of the API reference. */
export function vendorTypeOf(type: PixelType): StoredVendorType {
  const vendor = findVendor(type);
  if (!vendor) throw new Error(`there is no vendor of ${type}`);
  return vendor.type;
}

/** Warns about a tag that does not look like an ID of its vendor. */
export function warnAboutTag(type: PixelType, tag: string): ApiMessage[] {
  const vendor = findVendor(type);
  if (!vendor || vendor.tagFormat.test(tag)) return [];
  return [warning('pixel_tag', { type, example: vendor.example })];
}

export const pixelNotFound = failure('not_found', 'pixel_not_found', 'Get the ID from `GET /api/pixels`.');
