import { csvLine } from '../../src/lib/csv.ts';

/** Writes a table as CSV; no spreadsheet interprets its cells as formulas. */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map(csvLine).join('');
}
