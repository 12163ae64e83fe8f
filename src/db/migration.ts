import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

/** One migration of the schema; it cannot be reverted. CONTRIBUTING.md has the rules. */
export interface Migration {
  name: string;
  /**
   * It only adds tables, indexes, and columns that are optional or have a default. Older programs keep working with the store, and
   * no backup is made before it. A test checks this claim.
   */
  isAdditive?: true;
  /** The oldest migration that a program must know to work with the store afterward; its own name if not set. */
  needs?: string;
  up(tx: Db, dialect: Dialect): Promise<void>;
}
