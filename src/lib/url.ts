/** The result of parsing a destination URL. */
export type ParsedDestination = { href: string } | { problem: DestinationProblem };

/** Why a text is not a destination: a code, and the values in its message. */
export type DestinationProblem =
  | { code: 'not_a_url' | 'not_http' | 'has_credentials' }
  | { code: 'too_long_in_bytes'; params: { max: number } };

/** The longest destination, in bytes of its normalized form. */
export const MAX_DESTINATION_BYTES = 8_192;

const TOO_LONG: ParsedDestination = { problem: { code: 'too_long_in_bytes', params: { max: MAX_DESTINATION_BYTES } } };

/** Parses a destination by the WHATWG rules and checks it: http or https, a host, no credentials, not too long. */
export function parseDestination(text: string): ParsedDestination {
  if (text.length > MAX_DESTINATION_BYTES) return TOO_LONG;
  const url = URL.parse(text);
  if (!url) return { problem: { code: 'not_a_url' } };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { problem: { code: 'not_http' } };
  if (url.username !== '' || url.password !== '') return { problem: { code: 'has_credentials' } };
  // The serialized form is ASCII: its length is its size in bytes, and it is valid in a header.
  if (url.href.length > MAX_DESTINATION_BYTES) return TOO_LONG;
  return { href: url.href };
}

/** The host of a URL in the form for comparison: lower case, without port and trailing dot. */
export function hostOf(href: string): string {
  return new URL(href).hostname.replace(/\.$/, '');
}

const PLAIN_HOST = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?=[:/?#]|$)/;

/** The same for a normalized URL, such as a stored destination. It parses only unusual ones, because lists need many hosts. */
export function hostOfNormalized(href: string): string {
  return PLAIN_HOST.exec(href)?.[1] ?? hostOf(href);
}

/** The host in a Host header: lower case, without port and trailing dot. */
export function hostNameOf(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}

const MAX_NAME = 253;
const LABELS = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const NUMBER_AT_END = /(^|\.)\d+$/;

/** Whether a lower-case host could exist in public DNS: at least two labels, and not an IP address. */
export function isDnsName(host: string): boolean {
  return host.length <= MAX_NAME && LABELS.test(host) && !NUMBER_AT_END.test(host);
}

/** A query parameter. */
export interface Parameter {
  name: string;
  value: string;
}

/** The decoded names in a query. */
function namesIn(query: string): Set<string> {
  return new Set(new URLSearchParams(query).keys());
}

/** Encodes one pair, including all characters that could end it. */
function encodePair({ name, value }: Parameter): string {
  return new URLSearchParams([[name, value]]).toString();
}

/** The pairs of a query whose names are not in the set. */
function pairsBeside(query: string, names: Set<string>): Parameter[] {
  return [...new URLSearchParams(query)].filter(([name]) => !names.has(name)).map(([name, value]) => ({ name, value }));
}

/**
 * Sets `own` on the query of the destination, then adds the visitor's parameters whose names are not there yet. Existing parameters
 * stay byte for byte; scheme, host and path never change.
 */
export function withQuery(href: string, own: Parameter[], visitorQuery: string): string {
  if (own.length === 0 && visitorQuery === '') return href;
  const hashAt = href.indexOf('#');
  const hash = hashAt < 0 ? '' : href.slice(hashAt);
  const rest = hashAt < 0 ? href : href.slice(0, hashAt);
  const queryAt = rest.indexOf('?');
  const base = queryAt < 0 ? rest : rest.slice(0, queryAt);
  const ownNames = new Set(own.map(({ name }) => name));
  const old = queryAt < 0 ? '' : rest.slice(queryAt + 1);
  const written = (old === '' ? [] : old.split('&')).filter((pair) => {
    const [name] = namesIn(pair);
    return name === undefined || !ownNames.has(name);
  });
  const pairs = [...written, ...own.map(encodePair)];
  const extra = pairsBeside(visitorQuery, namesIn(pairs.join('&')));
  const query = [...pairs, ...extra.map(encodePair)].join('&');
  return query === '' ? base + hash : `${base}?${query}${hash}`;
}
