import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import { utmNames } from '../../lib/utm-names.ts';
import type { UtmTemplate } from './utm-template.ts';

const NOUN = 'utm_templates';
const COLUMNS = ['id', 'name', ...utmNames, 'created_at as createdAt'] as const;

/** The columns that a change writes. */
export type UtmTemplateRecord = Omit<UtmTemplate, 'id' | 'createdAt'>;

/** One page of the owner's templates, newest first. */
export async function listUtmTemplates(db: Db, owner: number, request: PageRequest): Promise<Page<UtmTemplate>> {
  const total = await readTally(db, owner, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await db
    .selectFrom('utm_templates')
    .select(COLUMNS)
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows };
}

export async function findUtmTemplate(db: Db, owner: number, id: number): Promise<UtmTemplate | undefined> {
  return db
    .selectFrom('utm_templates')
    .select(COLUMNS)
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertUtmTemplate(
  tx: Db,
  owner: number,
  record: UtmTemplateRecord,
  now: number,
): Promise<number> {
  const { id } = await tx
    .insertInto('utm_templates')
    .values({ ...record, user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

export async function updateUtmTemplate(tx: Db, owner: number, id: number, record: UtmTemplateRecord): Promise<void> {
  await tx.updateTable('utm_templates').set(record).where('user_id', '=', owner).where('id', '=', id).execute();
}
