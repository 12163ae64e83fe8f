/** `sgn.example/spring` of `https://sgn.example/spring`. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
