import { cacheByAgent } from './agent-cache.ts';
import { isSocialCrawler } from './crawler.ts';
import { isRobot } from './robot.ts';

/** Only a visit by a `person` is a click; other visits are counted separately, under the first kind that applies. */
export type VisitKind = 'person' | 'crawler' | 'preview' | 'monitor' | 'prefetch' | 'head';

/** The properties of a request that determine its kind; `readPurpose` returns the purpose. */
export interface VisitSigns {
  userAgent: string;
  method: string;
  purpose: string;
}

// Besides the social crawlers: mail and forum software that previews links.
const PREVIEWS = [
  'GoogleImageProxy',
  'YahooMailProxy',
  'NotionEmbedder',
  'Nextcloud Server Crawler',
  'Discourse Forum Onebox',
  'SteamChatURLLookup',
  'LinkPreview',
  'Link Preview',
  'URLPreview',
  'URL Preview',
  'unfurl',
];

// Words that match several products: `uptime` is UptimeRobot, Better Uptime, Uptime-Kuma and Uptime.com.
const MONITORS = [
  ...['uptime', 'synthetic', 'monitoring', 'healthcheck', 'health-check', 'health check', 'Health Probe', 'kube-probe'],
  ...['StatusCake', 'Pingdom', 'Better Stack', 'BetterStack', 'Site24x7', 'NewRelicPinger', 'Datadog', 'Checkly'],
  ...['HetrixTools', 'updown.io', 'Zabbix', 'GoogleHC/', 'check_http/', 'Icinga', 'Nagios', 'Prometheus/', 'PRTG'],
  ...['Blackbox Exporter', 'Blackbox-Exporter', 'Cloudflare-Traffic', 'Azure Traffic Manager', 'AppInsights'],
  ...['Catchpoint', 'ThousandEyes', 'Uptrends', 'Dotcom-Monitor', 'NodePing', 'OhDear', 'Oh Dear', 'Freshping'],
  ...['Jetmon', 'Hyperping', 'Instatus', 'Cronitor', 'Montastic', 'Monitis', 'Gatus/', 'Statping'],
  ...['Chrome-Lighthouse', 'GTmetrix', 'PTST/'],
];

// Only literal words, so matching is linear.
function anyOf(words: string[]): RegExp {
  return new RegExp(words.map((word) => RegExp.escape(word)).join('|'), 'i');
}

const PREVIEW = anyOf(PREVIEWS);
const MONITOR = anyOf(MONITORS);

const MAX_KNOWN = 2_000;
const agentKindOf = cacheByAgent(MAX_KNOWN, (agent): VisitKind => {
  if (isSocialCrawler(agent) || PREVIEW.test(agent)) return 'preview';
  // Before crawlers: many monitors have `bot` in their name, or are headless browsers.
  if (MONITOR.test(agent)) return 'monitor';
  return isRobot(agent) ? 'crawler' : 'person';
});

/** The purpose that a prefetching browser sends; '' otherwise. Reading a header costs every redirect a third of a microsecond. */
export function readPurpose(headers: Headers): string {
  return headers.get('Sec-Purpose') || headers.get('Purpose') || '';
}

const MAX_PURPOSE_LENGTH = 128;
const PREFETCH = /prefetch|prerender|preview/i;

/** What is visiting, as a rule can ask for it; a crawler and a monitor are a `bot`. */
export const visitorKinds = ['person', 'bot', 'preview'] as const;
export type VisitorKind = (typeof visitorKinds)[number];

/**
 * What is visiting, whatever it wants: a browser that prefetches, and a HEAD request, are treated like a GET request, so that
 * they learn the destination that the visit afterward leads to.
 */
export function visitorKindOf(userAgent: string): VisitorKind {
  const kind = agentKindOf(userAgent);
  return kind === 'person' || kind === 'preview' ? kind : 'bot';
}

/** HTTP clients and requests without a User-Agent count as people; a User-Agent that names itself a bot counts as one. */
export function visitKindOf({ userAgent, method, purpose }: VisitSigns): VisitKind {
  const kind = agentKindOf(userAgent);
  if (kind !== 'person') return kind;
  if (purpose !== '' && PREFETCH.test(purpose.slice(0, MAX_PURPOSE_LENGTH))) return 'prefetch';
  return method === 'HEAD' ? 'head' : 'person';
}
