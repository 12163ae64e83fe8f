import { csvLine } from '../../src/lib/csv.ts';

/** A table as CSV whose cells no spreadsheet takes for formulas. */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map(csvLine).join('');
}
