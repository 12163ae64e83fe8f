import { type CsvRow, createCsvReader } from '../../../src/lib/read-csv.ts';

/** A chunk of a file that is sent in one request: the header line and whole rows. */
export interface FileChunk {
  text: string;
  /** The number of each row as a spreadsheet shows it: the header is 1. */
  numbers: number[];
}

// Small enough to show progress; a session may send 600 requests a minute.
const MAX_ROWS = 200;
const MAX_CHARS = 400_000;

function isBlank({ cells }: CsvRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}

/** Splits a file into chunks; throws a TypeError if it is not UTF-8. The server interprets the rows. */
export async function splitFile(file: Blob): Promise<FileChunk[]> {
  const reader = createCsvReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const chunks: FileChunk[] = [];
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
      if (isFull) chunks.push({ text: head, numbers: [] });
      const chunk = chunks.at(-1) as FileChunk;
      chunk.text += row.text;
      chunk.numbers.push(number);
      // A row with an unclosed quotation mark ends its chunk, so that it cannot swallow the rows after it.
      isFull = row.isOpen || chunk.numbers.length === MAX_ROWS || chunk.text.length > MAX_CHARS;
    }
  }

  const stream = file.stream().getReader();
  for (let read = await stream.read(); !read.done; read = await stream.read())
    take(reader.push(decoder.decode(read.value, { stream: true })));
  take(reader.push(decoder.decode()));
  take(reader.end());
  return chunks;
}

/** The cells of all rows of a chunk; the header is row 0. */
export function readCells({ text }: FileChunk): string[][] {
  const reader = createCsvReader();
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
}
