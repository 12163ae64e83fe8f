import { type RawBuilder, sql } from 'kysely';
import { hashUrl } from './link.row.ts';

/**
 * The forms in which the same destination may be stored. A destination without a path is stored with a slash after its host, but
 * clients of Shlink send it without one, and expect it back as they sent it.
 */
export function listUrlForms(url: string): string[] {
  const parsed = URL.parse(url);
  if (!parsed) return [url];
  const { href, origin, pathname, search, hash } = parsed;
  return [href, ...(pathname === '/' ? [`${origin}${search}${hash}`] : [])];
}

/** The condition for links to this destination, in any of its forms. */
export function isLinkTo(url: string): RawBuilder<boolean> {
  const forms = listUrlForms(url);
  return sql<boolean>`url_hash in (${sql.join(forms.map(hashUrl))}) and url in (${sql.join(forms)})`;
}
