import { csvLine } from '../../src/lib/csv.ts';

/** A table as a CSV file whose cells are text to every spreadsheet. */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map(csvLine).join('');
}
