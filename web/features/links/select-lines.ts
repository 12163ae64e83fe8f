import { createCsvReader } from '../../../src/lib/read-csv.ts';

/** The header of an exported file, and the lines of the links with these ids; the id is in the first column. */
export function selectLines(csv: string, ids: ReadonlySet<number>): string {
  const reader = createCsvReader();
  const [head, ...rows] = [...reader.push(csv), ...reader.end()];
  const selected = rows.filter(({ cells }) => ids.has(Number(cells[0])));
  return [head, ...selected].map((row) => row?.text ?? '').join('');
}
