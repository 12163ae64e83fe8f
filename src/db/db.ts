import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Damage } from './damage.ts';

/** The first argument of every store function: the database or a transaction. */
export type Db = Kysely<Tables>;

export type Engine = 'sqlite' | 'postgres';

/** An open store. */
export interface Database {
  db: Db;
  engine: Engine;
  /** Its location, without a password. */
  place: string;
  /** Records damage that queries run into. */
  damage: Damage;
  close(): Promise<void>;
}
