import { translateMessage } from '../../lib/api-messages.ts';
import { writeCsv } from '../../lib/csv.ts';
import { download } from '../../lib/download.ts';
import type { ImportRun, RowRefusal } from './import-run.ts';
import { readCells } from './split-file.ts';

/** The error of a row in the reader's language. */
interface Reason {
  /** The field's label; '' where the error is about the whole row. */
  field: string;
  text: string;
}

/** Why a row is refused; `names` are the labels of the fields. */
export function readReasons({ errors }: RowRefusal, names: Record<string, string>): Reason[] {
  return errors.map((error) => ({
    field: error.field === 'row' ? '' : (names[error.field.split('.')[0] ?? ''] ?? error.field),
    text: translateMessage('fields', error),
  }));
}

/** Downloads the refused rows, unchanged, with the reason after each. */
export function downloadRefusals(
  { name, chunks }: ImportRun,
  refusals: RowRefusal[],
  texts: { reason: string; fields: Record<string, string> },
): void {
  const [head = []] = chunks[0] ? readCells(chunks[0]) : [];
  const lines: string[][] = [[...head, texts.reason]];
  for (const [at, group] of Map.groupBy(refusals, ({ chunk }) => chunk)) {
    const chunk = chunks[at];
    const rows = chunk ? readCells(chunk) : [];
    for (const refusal of group) {
      const cells = rows[refusal.index] ?? [];
      const reasons = readReasons(refusal, texts.fields);
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
