import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Block, BlockData } from './bio.block.ts';
import { addCounts } from './bio.counts.ts';
import type { BioBlockTable } from './bio.table.ts';

/** A block to store; a block without an id is new. Its index in the list is its position. */
export interface PlacedBlock {
  id?: number | undefined;
  data: BlockData;
}

function toBlock({ id, type, data, clicks }: Selectable<BioBlockTable>): Block {
  return { id, data: { type, ...JSON.parse(data) } as BlockData, clicks };
}

function toRow({ data }: PlacedBlock, position: number) {
  const { type, ...rest } = data;
  return { position, type, data: JSON.stringify(rest) };
}

/** The blocks of a page in order. */
export async function listBlocks(db: Db, bioId: number): Promise<Block[]> {
  const rows = await db
    .selectFrom('bio_blocks')
    .selectAll()
    .where('bio_id', '=', bioId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(toBlock);
}

/** Updates existing blocks, but not their click counts, which the counting thread may change at the same time. */
async function updateBlocks(tx: Db, bioId: number, blocks: { block: PlacedBlock; position: number }[]): Promise<void> {
  if (blocks.length === 0) return;
  const rows = blocks.map(({ block, position }) => {
    const { type, data } = toRow(block, position);
    return sql`(cast(${block.id} as bigint), cast(${position} as integer), cast(${type} as text), cast(${data} as text))`;
  });
  await sql`
    with placed (id, position, type, data) as (values ${sql.join(rows)})
    update bio_blocks set position = placed.position, type = placed.type, data = placed.data
    from placed where bio_blocks.id = placed.id and bio_blocks.bio_id = ${bioId}`.execute(tx);
}

/** Replaces the blocks of a page and returns the ids of the deleted ones. */
export async function replaceBlocks(tx: Db, bioId: number, before: Block[], blocks: PlacedBlock[]): Promise<number[]> {
  const placed = blocks.map((block, position) => ({ block, position }));
  const kept = new Set(blocks.map(({ id }) => id));
  const removed = before.map(({ id }) => id).filter((id) => !kept.has(id));
  if (removed.length > 0)
    await tx.deleteFrom('bio_blocks').where('bio_id', '=', bioId).where('id', 'in', removed).execute();
  await updateBlocks(
    tx,
    bioId,
    placed.filter(({ block }) => block.id !== undefined),
  );
  const added = placed.filter(({ block }) => block.id === undefined);
  if (added.length > 0) {
    const rows = added.map(({ block, position }) => ({ bio_id: bioId, ...toRow(block, position) }));
    await tx.insertInto('bio_blocks').values(rows).execute();
  }
  return removed;
}

/** Adds to the clicks of blocks by id and returns their owners. Deleted blocks are skipped. */
export function addBlockClicks(tx: Db, clicks: Map<number, number>): Promise<Map<number, { userId: number }>> {
  const owner = '(select user_id from bio_pages where bio_pages.id = bio_blocks.bio_id)';
  return addCounts(tx, { table: 'bio_blocks', column: 'clicks', owner }, clicks);
}
