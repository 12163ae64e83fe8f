import { setImmediate } from 'node:timers/promises';
import { type FieldError, fieldError, invalidField, toFieldError } from '../../../core/errors.ts';
import { readCell } from '../../../lib/csv.ts';
import { type CsvRow, createCsvReader } from '../../../lib/read-csv.ts';
import { type ColumnChoices, resolveChoices } from './link-import.choices.ts';
import { CellProblem, columns, type FoundColumn, findColumns } from './link-import.columns.ts';
import { type ImportRow, MAX_ROWS, noRows, notUtf8, noUrlColumn, tooManyRows } from './link-import.ts';

// The thread serves no request while it parses a chunk.
const CHUNK_CHARS = 64 * 1024;
const MAX_IGNORED = 50;
const MAX_NAME = 100;
// The part of a short URL that is read.
const MAX_SHORT = 8_192;

/** The rows to import, and the names of ignored columns. */
export interface ImportFile {
  rows: ImportRow[];
  ignored: string[];
}

/** Converts the rows of a file according to its header. */
export interface ImportTable {
  ignored: string[];
  toRow(row: number, csv: CsvRow): ImportRow;
}

/** Whether a row has no values. */
export function isBlank({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function shorten(names: string[]): string[] {
  return [...new Set(names.map((name) => name.trim().slice(0, MAX_NAME)))].slice(0, MAX_IGNORED);
}

function hostOfShort(cell: string): string | undefined {
  if (!cell.includes('/')) return undefined;
  return URL.parse(cell.includes('://') ? cell : `https://${cell}`)?.host;
}

/**
 * Reads the header of a file, and the columns that the user chose; throws if no column has the URL. `names` are those that the user
 * knows, where `head` has others.
 */
export function openTable(head: CsvRow, choices: ColumnChoices = {}, names = head.cells): ImportTable {
  const { known, ignored } = findColumns(head.cells, resolveChoices(names, choices));
  if (!known.some(({ field }) => field === 'url')) {
    if (Object.keys(choices).length > 0) throw invalidField('columns', 'url_column_required');
    const expected = (columns[0]?.names ?? []).toSorted((one, other) => one.length - other.length).join(', ');
    throw noUrlColumn({ columns: shorten(head.cells).join(', '), expected });
  }

  function readFields(cells: string[]): Pick<ImportRow, 'body' | 'problems'> {
    const body: ImportRow['body'] = {};
    const problems: FieldError[] = [];
    for (const { field, index, read, maxLength } of known) {
      const cell = cellAt(cells, index, field);
      if (cell.length > maxLength) problems.push(fieldError(field, 'too_long', { max: maxLength }));
      const value = cell === '' || cell.length > maxLength || field in body ? undefined : read(cell);
      if (value instanceof CellProblem) problems.push(toFieldError(field, value.problem));
      else if (value !== undefined) body[field] = value;
    }
    return { body, problems };
  }

  return {
    ignored: shorten(ignored),
    toRow(row, { cells, isOpen }) {
      if (isOpen) return refuse(row, 'unclosed_quote');
      if (cells.slice(head.cells.length).some((cell) => cell.trim() !== '')) return refuse(row, 'too_many_cells');
      return { row, ...readFields(cells), shortHost: findShortHost(known, cells) };
    },
  };
}

function refuse(row: number, code: 'unclosed_quote' | 'too_many_cells' | 'not_an_object'): ImportRow {
  return { row, body: {}, problems: [fieldError('row', code)] };
}

/** Trims every value except a password. */
function cellAt(cells: string[], index: number, field: string): string {
  const cell = readCell(cells[index] ?? '');
  return field === 'password' ? cell : cell.trim();
}

function findShortHost(known: FoundColumn[], cells: string[]): string | undefined {
  const short = known
    .filter(({ isShort }) => isShort)
    .map(({ index }) => hostOfShort((cells[index] ?? '').slice(0, MAX_SHORT).trim()));
  return short.find((host) => host !== undefined);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw notUtf8({ cause });
  }
}

/** Reads a CSV file with a header, and the columns that the user chose. */
export async function readCsvFile(bytes: Uint8Array, choices?: ColumnChoices): Promise<ImportFile> {
  const text = decode(bytes);
  const reader = createCsvReader();
  let table: ImportTable | undefined;
  let rowNumber = 0;
  const rows: ImportRow[] = [];

  function addRows(found: CsvRow[]): void {
    for (const csv of found) {
      if (table) rowNumber += 1;
      if (isBlank(csv)) continue;
      if (table) rows.push(table.toRow(rowNumber, csv));
      table ??= openTable(csv, choices);
      if (rows.length > MAX_ROWS) throw tooManyRows();
    }
  }

  for (let at = 0; at < text.length; at += CHUNK_CHARS) {
    addRows(reader.push(text.slice(at, at + CHUNK_CHARS)));
    await setImmediate();
  }
  addRows(reader.end());
  if (!table || rows.length === 0) throw noRows();
  return { rows, ignored: table.ignored };
}

/** Reads links from a JSON body; `known` has the names of the fields. */
export function readLinks(links: unknown[], known: Set<string>): ImportFile {
  const ignored = new Set<string>();
  const rows = links.map((link, index): ImportRow => {
    const row = index + 1;
    if (typeof link !== 'object' || link === null || Array.isArray(link)) return refuse(row, 'not_an_object');
    for (const name of Object.keys(link)) if (!known.has(name)) ignored.add(name);
    return { row, body: link as ImportRow['body'], problems: [] };
  });
  return { rows, ignored: shorten([...ignored]) };
}
