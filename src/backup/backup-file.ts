import { SQLiteError, Database as SqliteFile } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import type { Engine } from '../db/db.ts';
import { findDamage } from '../db/integrity.ts';
import { migrations } from '../db/migrations/list.ts';
import { BackupError } from './backup-error.ts';
import { OWN_PREFIX } from './table-plan.ts';

/** The form of the file; another number is of another program. */
const FORMAT = '1';

const FACTS = `${OWN_PREFIX}facts`;
const FILES = `${OWN_PREFIX}files`;

/** What a backup tells of itself. */
export interface BackupFacts {
  /** Of the program that made it. */
  version: string;
  engine: Engine;
  madeAt: number;
  /** Where the uploaded pictures are: in the backup, or in a bucket, where they have stayed. */
  pictures: 'inside' | 'bucket';
  /** The secret that was kept beside the store; undefined where the environment had set one. */
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

/** Adds to the copy of a store what makes it a backup: the facts, and room for pictures. */
export function makeRoom(file: SqliteFile, facts: BackupFacts): void {
  file.run(`create table ${FACTS} (name text primary key, value text not null)`);
  file.run(`create table ${FILES} (id integer primary key, bytes blob not null)`);
  const insert = file.query(`insert into ${FACTS} (name, value) values (?, ?)`);
  for (const [name, value] of Object.entries({ format: FORMAT, ...facts })) {
    if (value !== undefined) insert.run(name, String(value));
  }
}

/** Takes that out again. */
export function removeRoom(file: SqliteFile): void {
  file.run(`drop table ${FACTS}`);
  file.run(`drop table ${FILES}`);
}

/** Puts a picture in. */
export function insertPicture(file: SqliteFile, id: number, bytes: Uint8Array): void {
  file.query(`insert into ${FILES} (id, bytes) values (?, ?)`).run(id, bytes);
}

/** The pictures, one at a time. */
export function iteratePictures(file: SqliteFile): IterableIterator<{ id: number; bytes: Uint8Array }> {
  return file.query<{ id: number; bytes: Uint8Array }, []>(`select id, bytes from ${FILES} order by id`).iterate();
}

/** The steps of the schema that a file has; none where it is no store. */
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

/** Throws where the file is damaged, or where rows in it refer to rows that are not there. */
export function assertSound(file: SqliteFile, say: (findings: string) => string): void {
  const damage = findDamage(file, 'whole');
  if (damage.length > 0) throw new BackupError(say(damage.join('; ')));
  const dangling = file.query<{ table: string }, []>('pragma foreign_key_check').all();
  if (dangling.length > 0) {
    const tables = [...new Set(dangling.map(({ table }) => table))].join(', ');
    throw new BackupError(say(`${dangling.length} rows of ${tables} refer to missing rows`));
  }
}

/** A backup that was looked at and found whole. */
export interface OpenBackup {
  file: SqliteFile;
  facts: BackupFacts;
}

function examine(file: SqliteFile, path: string): BackupFacts {
  const facts = readFacts(file, path);
  const known = migrations.map(({ name }) => name);
  const unknown = readSteps(file).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new BackupError(
      `${path} was created by a newer Signpost, ${facts.version}: ${unknown.join(', ')} is unknown here. ` +
        'Restore it with that version or a newer one.',
    );
  }
  assertSound(file, (findings) => `${path} is damaged and was not restored: ${findings}. Use another backup.`);
  return facts;
}

/** Opens a backup to read it; refuses what is none, what is damaged, and what a newer program has made. */
export function openBackup(path: string): OpenBackup {
  if (!existsSync(path)) throw new BackupError(`File not found: ${path}.`);
  let file: SqliteFile | undefined;
  try {
    file = new SqliteFile(path, { readonly: true });
    return { file, facts: examine(file, path) };
  } catch (error) {
    file?.close();
    if (error instanceof SQLiteError) {
      throw new BackupError(`${path} is not a backup, or is damaged: ${error.message}.`, error);
    }
    throw error;
  }
}
