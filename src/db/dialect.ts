import { type ColumnDefinitionBuilder, type RawBuilder, sql } from 'kysely';
import type { Engine } from './db.ts';

/** What the two engines write differently in a schema. */
export interface Dialect {
  /** The type of a row's own number, and how it is made. */
  id: { type: 'integer' | 'bigint'; build(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder };
  /** Text that is compared and ordered byte by byte, so that `Abc` and `abc` differ. */
  text: RawBuilder<unknown>;
  /** Bytes as they are. */
  blob: 'blob' | 'bytea';
  /** Whether large values are compressed each time they are written, unless the schema says otherwise. */
  isCompressing: boolean;
  /** Whether a constraint can be dropped; where it cannot, its table is built again. */
  canDropConstraint: boolean;
}

const dialects: Record<Engine, Dialect> = {
  sqlite: {
    // AUTOINCREMENT: the number of a deleted row is never given to another.
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
