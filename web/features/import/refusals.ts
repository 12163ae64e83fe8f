import { capitalize, inReadersWords } from '../../lib/api-words.ts';
import { writeCsv } from '../../lib/csv.ts';
import { download } from '../../lib/download.ts';
import type { ImportRun, Refusal } from './import-run.ts';
import { readCells } from './split-file.ts';

/** What is wrong with a row, in the reader's words. */
export interface Reason {
  /** What it is about, as the reader calls it; '' where it is the row itself. */
  field: string;
  text: string;
}

/** Why a row does not come in; `names` are what the reader calls the fields. */
export function readReasons({ errors }: Refusal, names: Record<string, string>): Promise<Reason[]> {
  return Promise.all(
    errors.map(async ({ field, message }) => ({
      field: field === 'row' ? '' : (names[field.split('.')[0] ?? ''] ?? field),
      text: await inReadersWords(capitalize(message)),
    })),
  );
}

/** Hands over the rows that did not come in, as they were, with the reason behind each. */
export async function downloadRefusals(
  { name, pieces }: ImportRun,
  refusals: Refusal[],
  texts: { reason: string; fields: Record<string, string> },
): Promise<void> {
  const [head = []] = pieces[0] ? readCells(pieces[0]) : [];
  const lines: string[][] = [[...head, texts.reason]];
  for (const [at, group] of Map.groupBy(refusals, ({ piece }) => piece)) {
    const piece = pieces[at];
    const rows = piece ? readCells(piece) : [];
    for (const refusal of group) {
      const cells = rows[refusal.index] ?? [];
      const reasons = await readReasons(refusal, texts.fields);
      const padding = Array.from({ length: Math.max(0, head.length - cells.length) }, () => '');
      lines.push([
        ...cells,
        ...padding,
        reasons.map(({ field, text }) => (field ? `${field}: ${text}` : text)).join(' '),
      ]);
    }
  }
  download(`${name.replace(/\.csv$/i, '')}-refused`, 'csv', writeCsv(lines));
}
