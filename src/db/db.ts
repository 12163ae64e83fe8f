import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Damage } from './damage.ts';
import type { Replica } from './replica.ts';

/** The first argument of every store function: the database or a transaction. */
export type Db = Kysely<Tables>;

export type Engine = 'sqlite' | 'postgres';

/** An open store. */
export interface Database {
  db: Db;
  /**
   * The same store, but commits are not synced to disk: they survive the end of the process, but a power failure only once a
   * later transaction of `db` is committed. Use it only for transactions that are followed by one of `db`.
   */
  unsyncedDb: Db;
  /** Runs reads that no write depends on, such as lists and statistics. It may use a replica, and sees every committed write. */
  readDb: Db;
  /** The replica that `readDb` uses, if there is one. */
  replica?: Replica | undefined;
  engine: Engine;
  /** Its location, without a password. */
  place: string;
  /** Records damage that queries run into. */
  damage: Damage;
  close(): Promise<void>;
}
