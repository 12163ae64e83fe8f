import { type Html, html } from '../../lib/html.ts';
import type { Sources } from '../policy.ts';
import { adroll } from './adroll.ts';
import type { FiredPixel, VendorType } from './fired-pixel.ts';
import { googleAds, googleAnalytics, googleTagManager } from './google.ts';
import { linkedin } from './linkedin.ts';
import { meta } from './meta.ts';
import { microsoft } from './microsoft.ts';
import { pinterest } from './pinterest.ts';
import { quora } from './quora.ts';
import { reddit } from './reddit.ts';
import { snapchat } from './snapchat.ts';
import { tiktok } from './tiktok.ts';
import type { Vendor } from './vendor.ts';
import { x } from './x.ts';

export type { FiredPixel, VendorType } from './fired-pixel.ts';

// Keyed by the API's names, in the order of the reference.
const VENDORS = {
  tagmgrpixel: googleTagManager,
  analyticspixel: googleAnalytics,
  socialapixel: meta,
  adspixel: googleAds,
  professionalnetpixel: linkedin,
  microblogpixel: x,
  retargetpixel: adroll,
  qapixel: quora,
  imageboard: pinterest,
  searchengine: microsoft,
  ephemeralchat: snapchat,
  forum: reddit,
  shortvideo: tiktok,
} satisfies Record<VendorType, Vendor>;

/** Vendors' tags for any page: the markup, and the sources that the page's policy must allow. */
export interface PixelTags {
  content: Html;
  sources: Sources;
}

/** The vendors' names as visitors know them, each once. */
export function namesOf(pixels: Pick<FiredPixel, 'vendor'>[]): string[] {
  return [...new Set(pixels.map(({ vendor }) => VENDORS[vendor].name))];
}

function scriptOf({ script }: Vendor, pixels: FiredPixel[]): Html {
  // A tag contains no spaces; a tag that two pixels share fires once.
  const tags = [...new Set(pixels.map(({ tag }) => tag))].join(' ');
  return html`
<script data-tags="${tags}">${script.content}</script>`;
}

/** The tags of these pixels: one script per vendor, with all its ids. */
export function buildTags(pixels: FiredPixel[]): PixelTags {
  const byVendor = Map.groupBy(pixels, ({ vendor }) => vendor);
  const vendors = [...byVendor.keys()].map((type) => VENDORS[type]);
  return {
    content: html`${[...byVendor].map(([type, own]) => scriptOf(VENDORS[type], own))}`,
    sources: {
      script: vendors.flatMap(({ sources }) => sources.script),
      img: vendors.flatMap(({ sources }) => sources.img),
      connect: vendors.flatMap(({ sources }) => sources.connect),
      frame: vendors.flatMap(({ sources }) => sources.frame),
    },
  };
}
