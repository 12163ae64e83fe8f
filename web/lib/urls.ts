/** Adds a scheme: people copy `example.com/page` from the address bar. */
export function completeUrl(text: string): string {
  const trimmed = text.trim();
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[\w.-]+:\d/.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** `sgn.example/spring` of `https://sgn.example/spring`. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
