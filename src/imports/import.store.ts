import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../db/db.ts';
import { prepareStatement } from '../db/row-statement.ts';
import type { ImportRunTable, ImportStatus } from './import.table.ts';
import {
  EMPTY_REPORT,
  type ImportReason,
  type ImportReport,
  type ImportRights,
  type ImportSettings,
  type StoredInput,
  type StoredRun,
  UNLIMITED,
} from './import.ts';
import type { ImportProduct } from './source.ts';

function toRun(row: Selectable<ImportRunTable>): StoredRun {
  return {
    id: row.id,
    owner: row.user_id,
    author: row.author_id,
    product: row.product as ImportProduct,
    host: row.host,
    status: row.status,
    isDryRun: row.is_dry_run === 1,
    isBackground: row.is_background === 1,
    settings: JSON.parse(row.options) as ImportSettings,
    input: JSON.parse(row.input) as StoredInput,
    sealedKey: row.sealed_key,
    rights: row.rights === null ? UNLIMITED : (JSON.parse(row.rights) as ImportRights),
    position: row.position ?? undefined,
    report: { ...EMPTY_REPORT, ...(JSON.parse(row.report) as Partial<ImportReport>) },
    done: row.permille === null ? undefined : row.permille / 1000,
    reason: row.reason === null ? undefined : (JSON.parse(row.reason) as ImportReason),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
  };
}

function writeRights(rights: ImportRights): string | null {
  return rights.scopes === null && rights.keyId === null ? null : JSON.stringify(rights);
}

/** What a new run is made of. */
export interface NewRun
  extends Pick<
    StoredRun,
    'author' | 'product' | 'host' | 'isDryRun' | 'isBackground' | 'settings' | 'input' | 'rights'
  > {
  fingerprint: string;
  sealedKey: string | null;
}

export async function insertRun(tx: Db, owner: number, run: NewRun, now: number): Promise<number> {
  const row: Insertable<ImportRunTable> = {
    ...{ user_id: owner, author_id: run.author, product: run.product, host: run.host, status: 'running' },
    ...{ is_dry_run: run.isDryRun ? 1 : 0, is_background: run.isBackground ? 1 : 0 },
    ...{ options: JSON.stringify(run.settings), input: JSON.stringify(run.input), fingerprint: run.fingerprint },
    ...{ sealed_key: run.sealedKey, report: JSON.stringify(EMPTY_REPORT), rights: writeRights(run.rights) },
    ...{ created_at: now, updated_at: now },
  };
  const { id } = await tx.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function findRun(db: Db, owner: number, id: number): Promise<StoredRun | undefined> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toRun(row);
}

/** The newest runs of a workspace. */
export async function listRuns(db: Db, owner: number, limit: number): Promise<StoredRun[]> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toRun);
}

/** Whether a workspace has a run that the server works on. */
export async function hasRunning(db: Db, owner: number): Promise<boolean> {
  const row = await db
    .selectFrom('imports')
    .select('id')
    .where('user_id', '=', owner)
    .where('status', '=', 'running')
    .where('is_background', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface ListedRow extends Pick<Selectable<ImportRunTable>, 'id' | 'user_id' | 'author_id' | 'input'> {
  holder: string | null;
}

// The status is a literal: otherwise SQLite does not use the index on running imports.
const findListedRows = prepareStatement<ListedRow>(`select imports.id, imports.user_id, author_id, input, leases.holder
  from imports left join leases on leases.name = 'import ' || imports.user_id and leases.held_until > ?
  where imports.status = 'running' and is_background = 1
  order by imports.id limit 1000`);

/** A run of the background, and the process that works on its workspace. */
export interface ListedRun extends Pick<StoredRun, 'id' | 'owner' | 'author' | 'input'> {
  holder: string | null;
}

/** The runs of the background that should be running, oldest first. */
export async function listRunning(db: Db, now: number): Promise<ListedRun[]> {
  const rows = await findListedRows(db, [now]);
  return rows.map(({ id, user_id, author_id, input, holder }) => {
    return { id, owner: user_id, author: author_id, input: JSON.parse(input) as StoredInput, holder };
  });
}

/** Whether these runs are running, and when they last stored something. */
export async function readRunStates(
  db: Db,
  ids: number[],
): Promise<{ id: number; isRunning: boolean; updatedAt: number }[]> {
  const rows = await db.selectFrom('imports').select(['id', 'status', 'updated_at']).where('id', 'in', ids).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = found.get(id);
    return { id, isRunning: row?.status === 'running', updatedAt: row?.updated_at ?? 0 };
  });
}

/** How many imports of the background a user has that have not ended. */
export async function countUnfinishedImports(db: Db, author: number): Promise<number> {
  const { total } = await db
    .selectFrom('imports')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('author_id', '=', author)
    .where('is_background', '=', 1)
    .where('status', 'in', ['running', 'paused'])
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** The imports of the background that have been paused since before this time. */
export async function listPausedSince(db: Db, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('status', '=', 'paused')
    .where('is_background', '=', 1)
    .where('updated_at', '<', before)
    .orderBy('id')
    .limit(1_000)
    .execute();
  return rows.map(({ id }) => id);
}

/** The imports of the background that have not ended, whose files are needed. */
export async function listUnfinished(db: Db): Promise<{ id: number; input: StoredInput }[]> {
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'input'])
    .where('status', 'in', ['running', 'paused'])
    .where('is_background', '=', 1)
    .execute();
  return rows.map(({ id, input }) => ({ id, input: JSON.parse(input) as StoredInput }));
}

/** A run of the background that should be running. */
export async function findBackgroundRun(db: Db, id: number): Promise<StoredRun | undefined> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('is_background', '=', 1)
    .executeTakeFirst();
  return row && toRun(row);
}

/** The unfinished run of the same input that a command can continue. */
export async function findUnfinished(
  db: Db,
  owner: number,
  { product, fingerprint, settings }: Pick<NewRun, 'product' | 'fingerprint' | 'settings'>,
): Promise<StoredRun | undefined> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', owner)
    .where('status', 'in', ['running', 'paused', 'failed'])
    .where('is_dry_run', '=', 0)
    .where('is_background', '=', 0)
    .where('product', '=', product)
    .where('fingerprint', '=', fingerprint)
    .where('options', '=', JSON.stringify(settings))
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row && toRun(row);
}

/** Changes the status of a run, if it is one of `from`; false otherwise. A run that has ended keeps no key. */
export async function changeRunStatus(
  db: Db,
  id: number,
  { from, to, reason, now }: { from: ImportStatus[]; to: ImportStatus; reason?: ImportReason | undefined; now: number },
): Promise<boolean> {
  const isOver = to === 'done' || to === 'failed' || to === 'canceled';
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({
      status: to,
      reason: reason ? JSON.stringify(reason) : null,
      updated_at: now,
      ended_at: isOver ? now : null,
      ...(isOver && { sealed_key: null }),
      ...(to === 'done' && { permille: 1000 }),
    })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Lets a paused run of the background continue, with the rights of whoever resumes it; false if it is in another state. */
export async function resumeRun(
  db: Db,
  id: number,
  { author, rights, now }: { author: number; rights: ImportRights; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ status: 'running', reason: null, updated_at: now, author_id: author, rights: writeRights(rights) })
    .where('id', '=', id)
    .where('status', '=', 'paused')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the runs of commands that were interrupted: the same command can continue them, unless they were dry runs. */
export async function interruptCommands(db: Db, owner: number, reason: ImportReason, now: number): Promise<void> {
  const found = await db
    .selectFrom('imports')
    .select(['id', 'is_dry_run'])
    .where('user_id', '=', owner)
    .where('status', '=', 'running')
    .where('is_background', '=', 0)
    .execute();
  for (const { id, is_dry_run } of found)
    await changeRunStatus(db, id, { from: ['running'], to: is_dry_run ? 'failed' : 'paused', reason, now });
}

/** Stores how far a run has come; false if it is no longer running. */
export async function saveProgress(
  tx: Db,
  id: number,
  progress: { report: ImportReport; position?: string; done?: number | undefined },
  now: number,
): Promise<boolean> {
  const { report, position, done } = progress;
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({
      report: JSON.stringify(report),
      updated_at: now,
      ...(position !== undefined && { position }),
      ...(done !== undefined && { permille: Math.round(Math.min(Math.max(done, 0), 1) * 1000) }),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Deletes the oldest finished runs of a workspace beyond `keep`. */
export async function deleteOldRuns(tx: Db, owner: number, keep: number): Promise<void> {
  await tx
    .deleteFrom('imports')
    .where('user_id', '=', owner)
    .where('status', 'in', ['done', 'failed', 'canceled'])
    .where('id', 'not in', (all) =>
      all
        .selectFrom('imports as newest')
        .select('newest.id')
        .where('newest.user_id', '=', owner)
        .orderBy('newest.id', 'desc')
        .limit(keep),
    )
    .execute();
}
