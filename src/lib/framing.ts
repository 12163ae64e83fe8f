import { type Outbound, OutboundError } from './outbound/outbound.ts';

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

function portOf({ protocol, port }: URL): string {
  return port || (DEFAULT_PORTS[protocol] ?? '');
}

/** Whether a scheme that is named lets in another: what is meant for http may come by https too. */
function includesScheme(named: string, protocol: string): boolean {
  return named === protocol || (named === 'http:' && protocol === 'https:');
}

function matchesHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

const SOURCE = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+|\[[^\]]*\])(?::(\d+|\*))?(?:\/.*)?$/;

/** Whether a source of `frame-ancestors` means the one who wants to frame; 'self' and 'none' never do. */
function isMeant(source: string, framer: URL, target: URL): boolean {
  if (source === '*') return true;
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return includesScheme(source, framer.protocol);
  const [, scheme = target.protocol, host = '', port] = SOURCE.exec(source) ?? [];
  if (!includesScheme(scheme, framer.protocol) || !matchesHost(host, framer.hostname)) return false;
  return port === '*' || portOf(framer) === (port ?? DEFAULT_PORTS[framer.protocol]);
}

/** The lists of `frame-ancestors` in every policy of an answer. */
function ancestorLists(policies: string): string[][] {
  return policies.split(',').flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/));
    const found = directives.find(([name]) => name === 'frame-ancestors');
    return found ? [found.slice(1)] : [];
  });
}

/** X-Frame-Options as browsers read it: words that they do not know forbid nothing, unless known ones stand among them. */
function forbidsByOptions(value: string): boolean {
  const words = new Set(
    value
      .toLowerCase()
      .split(',')
      .map((word) => word.trim()),
  );
  if (words.size > 1) return ['deny', 'sameorigin', 'allowall'].some((word) => words.has(word));
  return words.has('deny') || words.has('sameorigin');
}

/** Whether the headers of an answer keep another origin from showing it in a frame; a policy that says so goes before the older header. */
export function forbidsFraming(headers: Headers, framer: URL, target: URL): boolean {
  const lists = ancestorLists(headers.get('Content-Security-Policy') ?? '');
  if (lists.length === 0) return forbidsByOptions(headers.get('X-Frame-Options') ?? '');
  return lists.some((sources) => !sources.some((source) => isMeant(source, framer, target)));
}

/** A page that is reached by https does not show one by http. */
function isMixed(framer: URL, target: URL): boolean {
  return framer.protocol === 'https:' && target.protocol === 'http:';
}

/** Whether a frame in which only one origin may stand can follow that one's redirect: to itself, or from http to https. */
function isSameSite(asked: URL, answered: URL): boolean {
  if (asked.origin === answered.origin) return true;
  return asked.host === answered.host && asked.port === '' && asked.protocol === 'http:';
}

/** Finds out whether a page of `framer` can show this address in a frame; undefined where that cannot be known now. */
export async function canBeFramed(
  outbound: Outbound,
  href: string,
  framer: URL,
  group?: number,
): Promise<boolean | undefined> {
  const asked = new URL(href);
  if (isMixed(framer, asked)) return false;
  try {
    const { url, status, headers } = await outbound.get(href, { isBodyLeft: true, group });
    const answered = new URL(url);
    if (isMixed(framer, answered) || !isSameSite(asked, answered)) return false;
    if (forbidsFraming(headers, framer, answered)) return false;
    // What is not there now may say something else when it is back.
    return status < 300 ? true : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}
