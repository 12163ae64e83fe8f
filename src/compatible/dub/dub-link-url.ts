import { type Parameter, withQuery } from '../../lib/url.ts';
import { utmNames } from '../../lib/utm-names.ts';

/** The parameters that a link of Dub sets on its destination. */
export const urlParameters = [...utmNames, 'ref'] as const;

type UrlParameter = (typeof urlParameters)[number];

/** The values of a body: null or "" removes a parameter, undefined keeps it. */
export type UrlParameterChange = Partial<Record<UrlParameter, string | null | undefined>>;

function namesIn(query: string): string[] {
  return [...new URLSearchParams(query).keys()];
}

/** Removes parameters from the query of a destination; everything else stays byte for byte. */
function withoutParameters(href: string, names: ReadonlySet<string>): string {
  const [rest = '', ...hash] = href.split('#');
  const [base = '', ...query] = rest.split('?');
  const pairs = query.join('?').split('&');
  const kept = pairs.filter((pair) => pair !== '' && !namesIn(pair).some((name) => names.has(name)));
  return [kept.length === 0 ? base : `${base}?${kept.join('&')}`, ...hash].join('#');
}

/** Dub accepts a destination without a scheme. */
function addScheme(text: string): string {
  return !URL.canParse(text) && /^[^\s/:]+\.[^\s]+$/.test(text) ? `https://${text}` : text;
}

/** The destination with the parameters of a body, which Dub writes into the URL. */
export function applyParameters(text: string, change: UrlParameterChange): string {
  const url = addScheme(text.trim());
  if (!URL.canParse(url)) return url;
  const given = urlParameters.flatMap((name) => (change[name] === undefined ? [] : [{ name, value: change[name] }]));
  const removed = new Set(given.filter(({ value }) => !value).map(({ name }) => name as string));
  const set = given.flatMap(({ name, value }): Parameter[] => (value ? [{ name, value }] : []));
  return withQuery(removed.size > 0 ? withoutParameters(url, removed) : url, set, '');
}

/**
 * The parameters of a link that stay after a change. Those that a new destination has are dropped: the client wants the values in
 * the destination.
 */
export function keepParameters(
  parameters: Parameter[],
  newUrl: string | undefined,
  change: UrlParameterChange,
): Parameter[] {
  const inUrl = new Set(newUrl !== undefined && URL.canParse(newUrl) ? new URL(newUrl).searchParams.keys() : []);
  const isChanged = (name: string) => change[name as UrlParameter] !== undefined;
  return parameters.filter(({ name }) => !inUrl.has(name) && !isChanged(name));
}

/** The UTM parameters of a destination, as Dub shows them. */
export function readUtm(url: string): Record<(typeof utmNames)[number], string | null> {
  const query = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  return Object.fromEntries(utmNames.map((name) => [name, query.get(name)])) as ReturnType<typeof readUtm>;
}
