import { invalidField } from '../../../core/errors.ts';
import { readCell } from '../../../lib/csv.ts';
import { type ChosenColumn, columns, foldColumnName, shownNames } from './link-import.columns.ts';

/** The column for each field that the user chose: its name, or its number from 1; null imports no such field. */
export type ColumnChoices = Record<string, string | number | null>;

const MAX_SHOWN = 300;

/** Reads `FIELD=COLUMN` pairs; without a column, the field is not imported. */
export function readColumnPairs(pairs: string[]): ColumnChoices {
  const entries = pairs.map((pair): [string, string | null] => {
    const [name = '', ...column] = pair.split('=');
    return [name.trim(), column.join('=').trim() || null];
  });
  return Object.fromEntries(entries);
}

/** The index of a column. A text that is not a name may be a number. */
function findIndex(head: string[], wanted: string | number): number {
  const names = head.map((cell) => readCell(cell).trim());
  const exact = names.indexOf(String(wanted).trim());
  if (typeof wanted === 'string' && exact !== -1) return exact;
  const folded = typeof wanted === 'string' ? names.map(foldColumnName).indexOf(foldColumnName(wanted) || '-') : -1;
  if (folded !== -1) return folded;
  const number = Number(wanted);
  return Number.isInteger(number) && number >= 1 && number <= head.length ? number - 1 : -1;
}

/** Finds the chosen columns in the header of a file; throws if a field or a column does not exist. */
export function resolveChoices(head: string[], choices: ColumnChoices): ChosenColumn[] {
  return Object.entries(choices).map(([name, wanted]) => {
    const column = columns.find(({ names }) => names.includes(foldColumnName(name)));
    if (!column) throw invalidField('columns', 'unknown_import_field', { name, options: shownNames.join(', ') });
    if (wanted === null) return { column, index: undefined };
    const index = findIndex(head, wanted);
    if (index === -1) {
      const found = head.map((cell) => readCell(cell).trim()).join(', ');
      throw invalidField('columns', 'no_such_column', { name: wanted, columns: found.slice(0, MAX_SHOWN) });
    }
    return { column, index };
  });
}
