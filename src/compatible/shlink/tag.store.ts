import type { Db } from '../../db/db.ts';
import { findTagsByLink } from '../../resources/links/link-tag.store.ts';
import { readCounted } from './short-url.store.ts';

/** A tag with the links that have it, and their visits. */
export interface TagStats {
  tag: string;
  links: number;
  people: number;
  bots: number;
}

/** All tags of the owner in alphabetical order, byte by byte as in the store. */
export async function readTagStats(db: Db, owner: number): Promise<TagStats[]> {
  const byTag = new Map<string, TagStats>();
  for await (const links of readCounted(db, owner)) {
    const tags = await findTagsByLink(
      db,
      links.map(({ id }) => id),
    );
    for (const { id, people, bots } of links) {
      for (const tag of tags.get(id) ?? []) {
        const stats = byTag.get(tag) ?? { tag, links: 0, people: 0, bots: 0 };
        stats.links += 1;
        stats.people += people;
        stats.bots += bots;
        byTag.set(tag, stats);
      }
    }
  }
  const sorted = [...byTag.values()].map((stats) => ({ stats, bytes: Buffer.from(stats.tag) }));
  return sorted.sort((left, right) => Buffer.compare(left.bytes, right.bytes)).map(({ stats }) => stats);
}
