import { hostOf, parseDestination } from '../../../src/lib/url.ts';
import { type Decision, decide } from '../../../src/redirect/decide.ts';
import { linkOptionsOf } from '../../../src/redirect/link-options.ts';
import type { LinkVisitor } from '../../../src/redirect/visitor.ts';
import type { LinkType } from '../../../src/resources/links/link-values.ts';
import type { LinkValues } from './link-form.ts';

function toMs(text: string): number | null {
  return text === '' ? null : new Date(text).getTime();
}

function typeOf(text: string): LinkType {
  if (text.startsWith('overlay-')) return 'overlay';
  return text === 'direct' || text === 'frame' ? text : 'splash';
}

// Rules choose a destination, which a preview does not show, so nothing about this visitor is known.
const NETWORK: LinkVisitor = {
  ...{
    isIn: () => false,
    isDevice: () => false,
    prefers: () => -1,
    country: () => '',
    region: () => '',
    city: () => '',
  },
  ...{ language: () => '', os: () => '', browser: () => '', referrerHost: () => '', address: () => '', query: '' },
  ...{ kind: () => 'preview', hash: () => 0, isPerson: () => false, isSocialCrawler: () => true },
  ...{ hasUnlocked: () => false, pixelChoice: () => 'skip' },
};

/** What the preview bot of a social network gets from the link in the form; undefined while it has no valid destination. */
export function decideForNetwork(values: LinkValues): Decision['kind'] | undefined {
  const destination = parseDestination(values.url);
  if (!('href' in destination)) return undefined;
  const link = {
    ...{ status: values.status, startsAt: toMs(values.starts), expiresAt: toMs(values.expiry), expiryUrl: null },
    maxClicks: values.max_clicks === '' ? null : Number(values.max_clicks),
    ...{ spentClicks: 0, passwordHash: values.hasPassword ? '*' : null, unframed: [], rules: [], parameters: [] },
    // A preview bot gets no page of an app.
    ...{ app: null, leavesApps: false },
    ...{ metaTitle: values.metatitle, metaDescription: values.metadescription, metaImage: values.metaimage },
  };
  const facts = { type: typeOf(values.type), pixels: [], routing: [], title: hostOf(destination.href) };
  const options = linkOptionsOf(link, facts);
  const snapshot = { linkId: 0, url: destination.href, code: 302 as const, isQueryForwarded: true, options };
  return decide(snapshot, NETWORK, Date.now()).kind;
}
