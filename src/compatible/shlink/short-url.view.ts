import type { Db } from '../../db/db.ts';
import { createThreadYield } from '../../lib/thread-yield.ts';
import type { LinkService } from '../../resources/links/link.service.ts';
import { type Link, MAIN_DOMAIN } from '../../resources/links/link.ts';
import { findTagsInOrder } from '../../resources/links/link-tag.store.ts';
import { formatDate } from './read-request.ts';
import { isClosed } from './rules.ts';
import { readBots } from './short-url.store.ts';

const LINKS_AT_ONCE = 100;

/** Counts of visits as Shlink's API shows them. */
export function showSummary(people: number, bots: number) {
  return { total: people + bots, nonBots: people, bots };
}

function formatOptionalDate(ms: number | null): string | null {
  return ms === null ? null : formatDate(ms);
}

interface Shown {
  shortUrl: string;
  tags: string[];
  bots: number;
}

function showShortUrl(link: Link, { shortUrl, tags, bots }: Shown) {
  return {
    shortUrl,
    shortCode: link.alias,
    longUrl: link.url,
    dateCreated: formatDate(link.createdAt),
    tags,
    meta: {
      validSince: formatOptionalDate(link.startsAt),
      validUntil: formatOptionalDate(link.expiresAt),
      maxVisits: link.maxClicks,
    },
    domain: link.domainId === MAIN_DOMAIN ? null : new URL(shortUrl).host,
    title: link.metaTitle || null,
    // There is no list of short URLs for crawlers.
    crawlable: false,
    forwardQuery: link.isQueryForwarded,
    visitsSummary: showSummary(link.clicks, bots),
    // Of a closed link, who reads the rules learns that there is more to it.
    hasRedirectRules: link.rules.length + link.routingRules.length > 0 || isClosed(link),
  };
}

export type ShortUrlView = ReturnType<typeof showShortUrl>;

/** Links as Shlink's API shows them, in the same order. */
export async function showShortUrls(
  db: Db,
  links: Link[],
  readShortUrls: LinkService['readShortUrls'],
): Promise<ShortUrlView[]> {
  const yieldThread = createThreadYield();
  const shortUrlOf = await readShortUrls(links);
  const views: ShortUrlView[] = [];
  for (let start = 0; start < links.length; start += LINKS_AT_ONCE) {
    await yieldThread();
    const some = links.slice(start, start + LINKS_AT_ONCE);
    const ids = some.map(({ id }) => id);
    const [tags, bots] = [await findTagsInOrder(db, ids), await readBots(db, ids)];
    for (const link of some) {
      const shown = { shortUrl: shortUrlOf(link), tags: tags.get(link.id) ?? [], bots: bots.get(link.id) ?? 0 };
      views.push(showShortUrl(link, shown));
    }
  }
  return views;
}
