import { type Outbound, OutboundError } from './outbound/outbound.ts';

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };

function portOf({ protocol, port }: URL): string {
  return port || (DEFAULT_PORTS[protocol] ?? '');
}

/** Whether a scheme of a source expression matches: http also allows https. */
function includesScheme(named: string, protocol: string): boolean {
  return named === protocol || (named === 'http:' && protocol === 'https:');
}

function matchesHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

const SOURCE = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/:]+|\[[^\]]*\])(?::(\d+|\*))?(?:\/.*)?$/;

/** Whether a source of `frame-ancestors` matches the framing page; 'self' and 'none' never match another origin. */
function isMeant(source: string, framer: URL, destination: URL): boolean {
  if (source === '*') return true;
  if (/^[a-z][a-z0-9+.-]*:$/.test(source)) return includesScheme(source, framer.protocol);
  const [, scheme = destination.protocol, host = '', port] = SOURCE.exec(source) ?? [];
  if (!includesScheme(scheme, framer.protocol) || !matchesHost(host, framer.hostname)) return false;
  return port === '*' || portOf(framer) === (port ?? DEFAULT_PORTS[framer.protocol]);
}

/** The `frame-ancestors` sources of each policy of a response. */
function ancestorLists(policies: string): string[][] {
  return policies.split(',').flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().toLowerCase().split(/\s+/));
    const found = directives.find(([name]) => name === 'frame-ancestors');
    return found ? [found.slice(1)] : [];
  });
}

/** Reads X-Frame-Options as browsers do: unknown values forbid nothing, unless a known one is among several. */
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

/** Whether the headers of a response forbid framing by another origin. A `frame-ancestors` policy overrides X-Frame-Options. */
export function forbidsFraming(headers: Headers, framer: URL, destination: URL): boolean {
  const lists = ancestorLists(headers.get('Content-Security-Policy') ?? '');
  if (lists.length === 0) return forbidsByOptions(headers.get('X-Frame-Options') ?? '');
  return lists.some((sources) => !sources.some((source) => isMeant(source, framer, destination)));
}

/** Whether the browser blocks the frame as mixed content: http inside https. */
function isMixed(framer: URL, destination: URL): boolean {
  return framer.protocol === 'https:' && destination.protocol === 'http:';
}

/** Whether a frame that allows a single origin can follow the redirect: within the origin, or from http to https. */
function isSameSite(asked: URL, answered: URL): boolean {
  if (asked.origin === answered.origin) return true;
  return asked.host === answered.host && asked.port === '' && asked.protocol === 'http:';
}

/** Checks whether a page of `framer` can show this URL in a frame; undefined if that is unknown at the moment. */
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
    // A page with an error status may send other headers once it works.
    return status < 300 ? true : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}
