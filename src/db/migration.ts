import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

/** One migration of the schema; it cannot be reverted. */
export interface Migration {
  name: string;
  up(tx: Db, dialect: Dialect): Promise<void>;
}
