import type { Db } from '../db/db.ts';
import { prepareStatement } from '../db/row-statement.ts';
import { Rollup } from '../rollups/rollup.ts';
import { type Noun, nounCodes, type RollupKey, type Span, spanCodes } from '../rollups/subject.ts';

/** A rollup with its key. */
export interface KeyedRollup {
  key: RollupKey;
  rollup: Rollup;
}

const nouns = new Map<number, Noun>(Object.entries(nounCodes).map(([noun, code]) => [code, noun as Noun]));
const spans = new Map<number, Span>(Object.entries(spanCodes).map(([span, code]) => [code, span as Span]));

/** Reads up to `limit` rollups after this key, in the order of their keys. */
export async function readRollupsAfter(db: Db, after: RollupKey | undefined, limit: number): Promise<KeyedRollup[]> {
  const rows = await db
    .selectFrom('rollups')
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('noun', 'noun_id', 'span', 'start'),
          '>',
          after ? tuple(nounCodes[after.noun], after.id, spanCodes[after.span], after.start) : tuple(0, 0, 0, 0),
        ),
      ),
    )
    .orderBy('noun')
    .orderBy('noun_id')
    .orderBy('span')
    .orderBy('start')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    key: {
      noun: nouns.get(row.noun) as Noun,
      id: row.noun_id,
      span: spans.get(row.span) as Span,
      start: row.start,
    },
    rollup: Rollup.decode(row),
  }));
}

/** Reads the aliases of links; deleted links are omitted. */
export async function readAliases(db: Db, linkIds: number[]): Promise<Map<number, string>> {
  if (linkIds.length === 0) return new Map();
  const rows = await db.selectFrom('links').select(['id', 'alias']).where('id', 'in', linkIds).execute();
  return new Map(rows.map(({ id, alias }) => [id, alias]));
}

// The condition of the index `links_with_imported_clicks`, as a literal; otherwise the engines do not use it.
const SUM = 'select sum(imported_clicks) as undated from links where imported_clicks > 0 and';

const sumOfCampaign = prepareStatement<{ undated: number | string | null }>(`${SUM} campaign_id = ?`);

/** The sum of undated clicks of the links of a campaign. */
export async function sumUndated(db: Db, campaignId: number): Promise<number> {
  const [row] = await sumOfCampaign(db, [campaignId]);
  return Number(row?.undated ?? 0);
}

const countOfOwner = prepareStatement<{ links: number | null; undated: number | string | null }>(
  `select (select "rows" from tallies where user_id = ? and noun = 'links') as links, (${SUM} user_id = ?) as undated`,
);

/** The number of an owner's links, and the sum of their undated clicks. */
export async function countLinks(db: Db, owner: number): Promise<{ links: number; undated: number }> {
  const [row] = await countOfOwner(db, [owner, owner]);
  return { links: row?.links ?? 0, undated: Number(row?.undated ?? 0) };
}
