import { createCsvReader } from '../../../src/lib/read-csv.ts';
import { findColumns } from '../../../src/resources/links/import/link-import.columns.ts';

/** The fields that a column can be chosen for: the name in `columns` of the API, and the field of a link. */
export const columnFields = [
  { name: 'url', field: 'url' },
  { name: 'alias', field: 'custom' },
  { name: 'title', field: 'metatitle' },
  { name: 'clicks', field: 'clicks' },
  { name: 'created', field: 'created' },
  { name: 'tags', field: 'tags' },
  { name: 'description', field: 'description' },
  { name: 'expiry', field: 'expiry' },
  { name: 'starts', field: 'starts' },
  { name: 'password', field: 'password' },
  { name: 'domain', field: 'domain' },
  { name: 'status', field: 'status' },
] as const;

export type ColumnFieldName = (typeof columnFields)[number]['name'];

/** The index of the column of each field; absent if it is not imported. */
export type ChosenColumns = Partial<Record<ColumnFieldName, number>>;

// Enough for a header and a few rows.
const BEGINNING_BYTES = 256 * 1024;
const SHOWN_ROWS = 4;

/** The header and the first rows of a file, without blank ones. */
export async function readFirstRows(file: Blob): Promise<string[][]> {
  const reader = createCsvReader();
  const isWhole = file.size <= BEGINNING_BYTES;
  const rows = reader.push(await file.slice(0, BEGINNING_BYTES).text());
  const all = isWhole ? [...rows, ...reader.end()] : rows;
  return all
    .map(({ cells }) => cells)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .slice(0, SHOWN_ROWS);
}

/** Whether the destination is recognized by the name of a column. */
export function hasDestination(head: string[]): boolean {
  return findColumns(head).known.some(({ field }) => field === 'url');
}

/** The columns that are recognized by their names. */
export function guessColumns(head: string[]): ChosenColumns {
  const { known } = findColumns(head);
  const found = columnFields.flatMap(({ name, field }) => {
    const index = known.find((one) => one.field === field)?.index;
    return index === undefined ? [] : [[name, index]];
  });
  return Object.fromEntries(found) as ChosenColumns;
}

/** The value of `columns` in a request. An alias whose cells have a path or a host is read as a short URL. */
export function toColumns(chosen: ChosenColumns, rows: string[][]): string {
  const entries = columnFields.map(({ name }): [string, number | null] => {
    const index = chosen[name];
    if (index === undefined) return [name, null];
    const isShort = name === 'alias' && rows.slice(1).some((cells) => (cells[index] ?? '').trim().indexOf('/') > 0);
    return [isShort ? 'short_url' : name, index + 1];
  });
  return JSON.stringify(Object.fromEntries(entries));
}
