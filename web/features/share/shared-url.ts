const WEB_ADDRESS = /https?:\/\/[^\s<>"]+/i;

/** The page that a phone or the bookmarklet shared. Many apps send the address within `text`. */
export function findSharedUrl(params: URLSearchParams): string {
  for (const name of ['url', 'text', 'title']) {
    const [found] = WEB_ADDRESS.exec(params.get(name) ?? '') ?? [];
    if (found !== undefined) return found;
  }
  return '';
}
