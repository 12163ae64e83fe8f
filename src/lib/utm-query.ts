/** The query of a URL from its first UTM parameter on, without the fragment; '' if it has none. */
export function utmQueryOf(url: string): string {
  // Most URLs have none, and this runs for every visit.
  if (!url.includes('utm_')) return '';
  const [, query = ''] = /^[^?#]*\?[^#]*?(?<=[?&])(utm_[^#]*)/.exec(url) ?? [];
  return query;
}
