import { describeAgent } from '../../src/agent/describe-agent.ts';
import { matchesDevice } from '../../src/agent/device.ts';
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
  city?: string;
  referrerHost?: string;
  address?: string;
  hash?: number;
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
  city = '',
  referrerHost = '',
  address = '',
  hash = 0,
}: TestVisitor): LinkVisitor {
  const agent = agents[device];
  return {
    isIn: (country, region) => (region === '' ? place.split('-')[0] === country : place === `${country}-${region}`),
    isDevice: (name) => matchesDevice(agent, name),
    country: () => place.split('-')[0] ?? '',
    region: () => place.split('-')[1] ?? '',
    city: () => city,
    language: () => reads[0] ?? '',
    os: () => describeAgent(agent).os,
    browser: () => describeAgent(agent).browser,
    referrerHost: () => referrerHost,
    address: () => address,
    kind: () => {
      if (isCrawler) return 'preview';
      return isBot ? 'bot' : 'person';
    },
    hash: () => hash,
    prefers: (languages) => languages.indexOf(reads.find((language) => languages.includes(language)) ?? ''),
    isPerson: () => !isCrawler && !isBot,
    isSocialCrawler: () => isCrawler,
    hasUnlocked: (linkId, hash) => opened === `${linkId}:${hash}`,
    pixelChoice: () => 'fire',
    query,
  };
}
