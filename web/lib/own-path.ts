/** The path of a URL that the API returned, so that it loads from the host that the page was opened with. */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
