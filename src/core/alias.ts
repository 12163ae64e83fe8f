/** The characters of an alias. Slugs of bio pages and campaigns follow the same rule. */
export const ALIAS = /^[A-Za-z0-9_-]{1,100}$/;

/** Follows the alias in the QR code of a link. An alias cannot contain it, and a URL need not escape it (decision 17). */
export const SCAN_SUFFIX = '~';

/** The alias in a path that has only this one segment; undefined for any other path. */
export function readAlias(path: string): string | undefined {
  const alias = path.slice(1);
  return path.startsWith('/') && ALIAS.test(alias) ? alias : undefined;
}
