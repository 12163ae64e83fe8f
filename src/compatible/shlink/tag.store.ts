import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { nounCodes, spanCodes } from '../../rollups/subject.ts';

/** A tag with the links that have it, and their visits. */
export interface TagStats {
  tag: string;
  links: number;
  people: number;
  bots: number;
}

/** All tags of the owner in alphabetical order. The bots of a link are in its first hour or in its total. */
export async function readTagStats(db: Db, owner: number): Promise<TagStats[]> {
  const { rows } = await sql<{ tag: string; links: number | string; people: number | string; bots: number | string }>`
    select tag, count(*) as links, sum(links.clicks) as people, sum(coalesce((
      select sum(bots) from rollups where noun = ${sql.lit(nounCodes.link)} and noun_id = links.id
        and span <= ${sql.lit(spanCodes.total)}), 0)) as bots
    from link_tags
    join links on links.id = link_tags.link_id
    where link_tags.user_id = ${owner}
    group by tag order by tag`.execute(db);
  return rows.map(({ tag, links, people, bots }) => ({
    tag,
    links: Number(links),
    people: Number(people),
    bots: Number(bots),
  }));
}
