import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

/** One step of the schema; it goes forward only. */
export interface Migration {
  name: string;
  up(tx: Db, dialect: Dialect): Promise<void>;
}
