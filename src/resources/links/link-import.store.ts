import type { Db } from '../../db/db.ts';
import { hashUrl } from './link.store.ts';

/** A link that stands where another wants to be. */
export interface AliasHolder {
  id: number;
  userId: number;
  url: string;
}

/** The link of any owner that has this alias on a domain. */
export async function findHolder(db: Db, domainId: number, alias: string): Promise<AliasHolder | undefined> {
  return db
    .selectFrom('links')
    .select(['id', 'user_id as userId', 'url'])
    .where('domain_id', '=', domainId)
    .where('alias', '=', alias)
    .executeTakeFirst();
}

/** The owner's first link on a domain to this URL that was made at this moment. */
export async function findDuplicate(
  db: Db,
  owner: number,
  { domainId, url, createdAt }: { domainId: number; url: string; createdAt: number },
): Promise<{ id: number; alias: string } | undefined> {
  return db
    .selectFrom('links')
    .select(['id', 'alias'])
    .where('user_id', '=', owner)
    .where('url_hash', '=', hashUrl(url))
    .where('url', '=', url)
    .where('domain_id', '=', domainId)
    .where('created_at', '=', createdAt)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
