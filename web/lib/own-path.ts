/** An address that the API gave, as this page may load it: the same host, whatever name the page was opened by. */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
