import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

/** One migration of the schema; there is no way back. */
export interface Migration {
  name: string;
  up(tx: Db, dialect: Dialect): Promise<void>;
}
