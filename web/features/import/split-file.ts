import { type CsvRow, createCsvReader } from '../../../src/lib/read-csv.ts';

/** A chunk of a file that is sent in one request: the header line and whole rows. */
export interface FilePiece {
  text: string;
  /** The number of each row as spreadsheets count: the header is 1. */
  numbers: number[];
}

// Small enough to show progress; a session may send 600 requests a minute.
const MAX_ROWS = 200;
const MAX_CHARS = 400_000;

function isBlank({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Splits a file into chunks; throws a TypeError if it is not UTF-8. The server interprets the rows. */
export async function splitFile(file: Blob): Promise<FilePiece[]> {
  const reader = createCsvReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces: FilePiece[] = [];
  let head: string | undefined;
  let number = 0;
  let isFull = true;

  function take(rows: CsvRow[]): void {
    for (const row of rows) {
      number += 1;
      if (isBlank(row)) continue;
      if (head === undefined) {
        head = row.text;
        continue;
      }
      if (isFull) pieces.push({ text: head, numbers: [] });
      const piece = pieces.at(-1) as FilePiece;
      piece.text += row.text;
      piece.numbers.push(number);
      // A row with an unclosed quotation mark ends its chunk, so that it cannot swallow the rows after it.
      isFull = row.isOpen || piece.numbers.length === MAX_ROWS || piece.text.length > MAX_CHARS;
    }
  }

  const chunks = file.stream().getReader();
  for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read())
    take(reader.push(decoder.decode(chunk.value, { stream: true })));
  take(reader.push(decoder.decode()));
  take(reader.end());
  return pieces;
}

/** The cells of some rows of a chunk; the header is row 0. */
export function readCells({ text }: FilePiece): string[][] {
  const reader = createCsvReader();
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
}
