import type { LinkVisitor } from '../../src/redirect/visitor.ts';
import { EMPTY_LINK } from '../../src/resources/links/link.change.ts';
import type { Link } from '../../src/resources/links/link.ts';
import { type AgentName, agents } from '../../web/features/links/sample-agents.ts';

/** The time of every decision. */
export const NOON = Date.UTC(2026, 10, 16, 12);

/** The destination of the plain link. */
export const OWN = 'https://example.com/own';

/** A link with a destination and no other options. */
export const PLAIN: Link = {
  ...EMPTY_LINK,
  ...{ id: 7, userId: 1, alias: 'spring', url: OWN, spentClicks: 0, clicks: 0, createdAt: NOON - 1_000 },
  ...{ unframed: [], campaignId: null, campaignWeight: 1, importedClicks: 0 },
};

/** A visitor as a table row describes it: `CA` or `CA-quebec`, operating system, language. */
export interface TestVisitor {
  place?: string;
  device?: AgentName;
  reads?: string[];
  isCrawler?: boolean;
  /** A machine other than the crawler of a social network. */
  isBot?: boolean;
  opened?: string;
  query?: string;
}

/** Creates a visitor from the row. */
export function visitorOf({
  place = 'US',
  device = 'other',
  reads = [],
  isCrawler = false,
  isBot = false,
  opened,
  query = '',
}: TestVisitor): LinkVisitor {
  return {
    isIn: (country, region) => (region === '' ? place.split('-')[0] === country : place === `${country}-${region}`),
    userAgent: () => agents[device],
    prefers: (languages) => languages.indexOf(reads.find((language) => languages.includes(language)) ?? ''),
    isPerson: () => !isCrawler && !isBot,
    isSocialCrawler: () => isCrawler,
    hasUnlocked: (linkId, hash) => opened === `${linkId}:${hash}`,
    pixelChoice: () => 'fire',
    query,
  };
}
