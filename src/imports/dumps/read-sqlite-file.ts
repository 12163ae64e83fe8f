import { constants, Database } from 'bun:sqlite';
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { createThreadYield } from '../../lib/thread-yield.ts';
import { databaseDamaged } from './dump-failures.ts';
import type { TableTarget } from './read-dump.ts';
import type { DumpValue } from './sql-values.ts';

const ROWS_BETWEEN_YIELDS = 100;

type Cell = string | number | bigint | Uint8Array | null;

function toText(cell: Cell): DumpValue {
  if (cell === null || typeof cell === 'string') return cell;
  return cell instanceof Uint8Array ? new TextDecoder().decode(cell) : String(cell);
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Throws if the file is shorter than its header says. */
async function assertWhole(path: string): Promise<void> {
  const head = Buffer.from(await Bun.file(path).slice(0, 100).arrayBuffer());
  if (head.length < 100) throw databaseDamaged();
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  // The number of pages is valid only if the last writer knew the field.
  const pages = head.readUInt32BE(24) === head.readUInt32BE(92) ? head.readUInt32BE(28) : 0;
  if (pages * pageBytes > (await sizeOf(path))) throw databaseDamaged();
}

/** Opens a file that another program may use. Without a write-ahead log, nothing is created beside the file. */
async function openReadOnly(path: string): Promise<Database> {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'ro');
  if ((await sizeOf(`${path}-wal`)) === 0) url.searchParams.set('immutable', '1');
  return new Database(url.href, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
}

async function readTables(db: Database, tables: TableTarget): Promise<void> {
  const yieldThread = createThreadYield();
  const names = db
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all();
  for (const { name } of names) {
    const inQuotes = `"${name.replaceAll('"', '""')}"`;
    const columns = db.query<{ name: string }, []>(`PRAGMA table_info(${inQuotes})`).all();
    const target = tables.open(
      name,
      columns.map((column) => column.name.toLowerCase()),
    );
    if (!target) continue;
    const rows = db.prepare<Record<string, Cell>, []>(`SELECT * FROM ${inQuotes}`);
    let count = 0;
    for (const row of rows.iterate()) {
      target.add(columns.map((column) => toText(row[column.name] ?? null)));
      count += 1;
      if (count % ROWS_BETWEEN_YIELDS === 0) await yieldThread();
    }
    rows.finalize();
  }
}

/** Reads the wanted tables of a SQLite file. Throws if the file is damaged. */
export async function readSqliteFile(path: string, tables: TableTarget): Promise<void> {
  await assertWhole(path);
  let db: Database | undefined;
  try {
    db = await openReadOnly(path);
    await readTables(db, tables);
  } catch (cause) {
    const isDamaged = cause instanceof Error && cause.name === 'SQLiteError';
    throw isDamaged ? databaseDamaged({ cause }) : cause;
  } finally {
    db?.close();
  }
}
