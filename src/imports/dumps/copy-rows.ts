import { DumpProblem } from './dump-problem.ts';
import type { DumpValue, TextStyle } from './sql-values.ts';

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function unescapeCell(cell: string): string {
  return cell.replace(
    /\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|(.))/gis,
    (_all, hex?: string, octal?: string, letter = '') => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return ESCAPES[letter] ?? letter;
    },
  );
}

/** The line that ends the rows of `COPY … FROM stdin`. */
export const COPY_END = '\\.';

/** Reads a line of `COPY … FROM stdin`. Values that are not wanted are null. */
export function readCopyLine(
  line: string,
  { offset, isWanted, style }: { offset: number; isWanted: readonly boolean[]; style: TextStyle },
): DumpValue[] {
  const cells = line.split('\t');
  if (cells.length !== isWanted.length) throw new DumpProblem('not_readable', offset);
  return cells.map((cell, index) => {
    if (cell === '\\N' || !isWanted[index]) return null;
    return style.decode(cell.includes('\\') ? unescapeCell(cell) : cell);
  });
}
