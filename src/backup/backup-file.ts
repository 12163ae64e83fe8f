import { SQLiteError, Database as SqliteFile } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Engine } from '../db/db.ts';
import { findDamage } from '../db/integrity.ts';
import { migrations } from '../db/migrations/list.ts';
import { BackupError } from './backup-error.ts';
import { OWN_PREFIX } from './table-plan.ts';

/** The version of the file format. A file with another number was written by another version of the program. */
const FORMAT = '1';

const FACTS = `${OWN_PREFIX}facts`;
const FILES = `${OWN_PREFIX}files`;

/** The metadata of a backup. */
export interface BackupFacts {
  /** The version of the program that created the backup. */
  version: string;
  engine: Engine;
  madeAt: number;
  /** Where the uploaded pictures are: inside the backup, or still in the S3 bucket. */
  pictures: 'inside' | 'bucket';
  /** The secret from DATA_DIR; undefined if SECRET was set in the environment. */
  secret?: string | undefined;
}

const factsSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  madeAt: z.coerce.number(),
  pictures: z.enum(['inside', 'bucket']),
  secret: z.string().optional(),
});

/** Turns the copy of a store into a backup: adds the metadata and a table for pictures. */
export function addBackupTables(file: SqliteFile, facts: BackupFacts): void {
  file.run(`create table ${FACTS} (name text primary key, value text not null)`);
  file.run(`create table ${FILES} (id integer primary key, bytes blob not null)`);
  const insert = file.query(`insert into ${FACTS} (name, value) values (?, ?)`);
  for (const [name, value] of Object.entries({ format: FORMAT, ...facts })) {
    if (value !== undefined) insert.run(name, String(value));
  }
}

/** Removes the metadata and the table for pictures again. */
export function removeBackupTables(file: SqliteFile): void {
  file.run(`drop table ${FACTS}`);
  file.run(`drop table ${FILES}`);
}

/** Adds a picture to the backup. */
export function insertPicture(file: SqliteFile, id: number, bytes: Uint8Array): void {
  file.query(`insert into ${FILES} (id, bytes) values (?, ?)`).run(id, bytes);
}

/** Yields the pictures one at a time. */
export function iteratePictures(file: SqliteFile): IterableIterator<{ id: number; bytes: Uint8Array }> {
  return file.query<{ id: number; bytes: Uint8Array }, []>(`select id, bytes from ${FILES} order by id`).iterate();
}

/** The schema migrations that a file contains; empty if it is not a store. */
export function readSteps(file: SqliteFile): string[] {
  const has = file.query("select 1 from sqlite_schema where type = 'table' and name = 'migrations'").get();
  if (!has) return [];
  return file
    .query<{ name: string }, []>('select name from migrations order by name')
    .all()
    .map(({ name }) => name);
}

function readFacts(file: SqliteFile, path: string): BackupFacts {
  const has = file.query('select 1 from sqlite_schema where name = ?').get(FACTS);
  const rows = has ? file.query<{ name: string; value: string }, []>(`select name, value from ${FACTS}`).all() : [];
  const parsed = factsSchema.safeParse(Object.fromEntries(rows.map(({ name, value }) => [name, value])));
  if (!parsed.success) throw new BackupError(`${path} is not a Signpost backup.`);
  return parsed.data;
}

/** Turns findings of damage into the sentence of an error. */
type DescribeDamage = (findings: string) => string;

/** Throws if the file is damaged or if a foreign key refers to a missing row. */
export function assertSound(file: SqliteFile, describe: DescribeDamage): void {
  const damage = findDamage(file, 'whole');
  if (damage.length > 0) throw new BackupError(describe(damage.join('; ')));
  const dangling = file.query<{ table: string }, []>('pragma foreign_key_check').all();
  if (dangling.length > 0) {
    const tables = [...new Set(dangling.map(({ table }) => table))].join(', ');
    throw new BackupError(describe(`${dangling.length} rows of ${tables} refer to missing rows`));
  }
}

/** A backup that passed all checks. */
export interface OpenBackup {
  file: SqliteFile;
  facts: BackupFacts;
}

function examine(file: SqliteFile, path: string, describeDamage: DescribeDamage): BackupFacts {
  const facts = readFacts(file, path);
  const known = migrations.map(({ name }) => name);
  const unknown = readSteps(file).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `${path} was created by a newer Signpost, ${facts.version}: ${unknown.join(', ')} is unknown here. ` +
        'Restore it with that version or a newer one.',
    );
  }
  assertSound(file, describeDamage);
  return facts;
}

/** Opens a backup for reading. Throws if the file is not a backup, is damaged, or comes from a newer version. */
export function openBackup(
  path: string,
  describeDamage: DescribeDamage = (findings) =>
    `${path} is damaged and was not restored: ${findings}. Use another backup.`,
): OpenBackup {
  if (!existsSync(path)) throw new BackupError(`File not found: ${path}.`);
  let file: SqliteFile | undefined;
  try {
    file = new SqliteFile(path, { readonly: true });
    return { file, facts: examine(file, path, describeDamage) };
  } catch (error) {
    file?.close();
    if (error instanceof SQLiteError) {
      throw new BackupError(`${path} is not a backup, or is damaged: ${error.message}.`, error);
    }
    throw error;
  }
}
