import type { Tables } from '../tables.ts';

/** A row of any table, by column. */
export type StoredRow = Record<string, string | number | Uint8Array | null>;

/** What the trash keeps of something: its row, and the rows of other tables that its deletion changed or deleted. */
export interface TrashContent {
  row: StoredRow;
  rows: Partial<Record<keyof Tables, StoredRow[]>>;
}

const VERSION = 1;

interface StoredContent extends TrashContent {
  version: number;
}

function isBase64(value: unknown): value is { base64: string } {
  return typeof value === 'object' && value !== null && 'base64' in value;
}

/** The content as JSON; binary values as base64. */
export function writeTrashContent(content: TrashContent): string {
  const stored: StoredContent = { version: VERSION, ...content };
  return JSON.stringify(stored, function replace(this: Record<string, unknown>, name, value) {
    // Buffers have a toJSON, so the value itself no longer shows that it was one.
    const original = this[name];
    return original instanceof Uint8Array ? { base64: Buffer.from(original).toString('base64') } : value;
  });
}

/** Reads what `writeTrashContent` wrote. */
export function readTrashContent(text: string): TrashContent {
  const { version, row, rows } = JSON.parse(text, (_, value) =>
    isBase64(value) ? new Uint8Array(Buffer.from(value.base64, 'base64')) : value,
  ) as StoredContent;
  if (version > VERSION) throw new Error(`the trash has content of a newer version (${version})`);
  return { row, rows };
}
