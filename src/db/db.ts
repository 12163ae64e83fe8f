import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Damage } from './damage.ts';

/** What a store's functions take first: the database, or a transaction on it. */
export type Db = Kysely<Tables>;

export type Engine = 'sqlite' | 'postgres';

/** An open store. */
export interface Database {
  db: Db;
  engine: Engine;
  /** Where it is, with no password in it. */
  place: string;
  /** What it has told of damage to itself. */
  damage: Damage;
  close(): Promise<void>;
}
