import { type ColumnDefinitionBuilder, type RawBuilder, sql } from 'kysely';
import type { Engine } from './db.ts';

/** The differences between the two engines in schema definitions. */
export interface Dialect {
  /** The column type of an id, and how it is generated. */
  id: { type: 'integer' | 'bigint'; build(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder };
  /** Text that is compared and ordered byte by byte, so that `Abc` and `abc` differ. */
  text: RawBuilder<unknown>;
  /** Binary data. */
  blob: 'blob' | 'bytea';
  /** Whether large values are compressed on every write unless the schema turns that off. */
  isCompressing: boolean;
  /** Whether a constraint can be dropped. If not, the table must be rebuilt. */
  canDropConstraint: boolean;
}

const dialects: Record<Engine, Dialect> = {
  sqlite: {
    // AUTOINCREMENT: the id of a deleted row is never reused.
    id: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
    text: sql`text`,
    blob: 'blob',
    isCompressing: false,
    canDropConstraint: false,
  },
  postgres: {
    id: { type: 'bigint', build: (column) => column.primaryKey().generatedByDefaultAsIdentity() },
    text: sql`text collate "C"`,
    blob: 'bytea',
    isCompressing: true,
    canDropConstraint: true,
  },
};

/** The differences of one engine. */
export function dialectOf(engine: Engine): Dialect {
  return dialects[engine];
}
