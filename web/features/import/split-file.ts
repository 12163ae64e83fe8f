import { type CsvRow, createCsvReader } from '../../../src/lib/read-csv.ts';

/** A part of a file that is sent by itself: whole rows below the first line. */
export interface FilePiece {
  text: string;
  /** The number of each of its rows as spreadsheets count them: the first line is 1. */
  numbers: number[];
}

// As many as show progress; a session may ask 600 times a minute.
const MAX_ROWS = 200;
const MAX_CHARS = 400_000;

function isBlank({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Cuts a file into pieces; throws a TypeError where it is not text in UTF-8. What the rows mean is for the server to say. */
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
      // What an open quotation mark would take in must not follow it.
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

/** The cells of some rows of a piece; the first line is 0, and its rows follow. */
export function readCells({ text }: FilePiece): string[][] {
  const reader = createCsvReader();
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
}
