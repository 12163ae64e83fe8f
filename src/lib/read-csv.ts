/** One row of a CSV file. */
export interface CsvRow {
  cells: string[];
  /** The source text of the row, including its line ending. */
  text: string;
  /** The row is too long or has an unclosed quote; it then contains only its first line. */
  isOpen: boolean;
}

/** Accepts a file in chunks and returns the rows that are complete. */
export interface CsvReader {
  push(text: string): CsvRow[];
  end(): CsvRow[];
}

const SEPARATORS = [',', ';', '\t'] as const;
// A longer row is taken as an unclosed quote.
const MAX_ROW_CHARS = 256 * 1024;
const MARK = '\ufeff';

/** The value and the end of a cell; undefined if more text is needed. */
interface Cell {
  value: string;
  end: number;
}

function isCellEnd(char: string | undefined, separator: string): boolean {
  return char === undefined || char === separator || char === '\n' || char === '\r';
}

function readPlain(text: string, from: number, separator: string): Cell {
  let end = from;
  while (!isCellEnd(text[end], separator)) end += 1;
  return { value: text.slice(from, end), end };
}

/** `from` is after the opening quote. Text between the closing quote and the separator belongs to the cell. */
function readQuoted(text: string, from: number, separator: string): Cell | undefined {
  let value = '';
  for (let at = from; ; ) {
    const mark = text.indexOf('"', at);
    if (mark === -1) return undefined;
    value += text.slice(at, mark);
    if (text[mark + 1] !== '"') {
      const rest = readPlain(text, mark + 1, separator);
      return { value: value + rest.value, end: rest.end };
    }
    value += '"';
    at = mark + 2;
  }
}

/** The length of the line ending at this position. */
function lineEndAt(text: string, end: number): number {
  if (text.startsWith('\r\n', end)) return 2;
  return end < text.length ? 1 : 0;
}

/** Whether more text could change the result: \n may follow a final \r, and another quote a final quote. */
function isUnsure(text: string, end: number): boolean {
  return end >= text.length || (text[end] === '\r' && end + 1 >= text.length);
}

interface ReadRow {
  cells: string[];
  end: number;
}

/** No complete row: a quote is not closed in the text so far, or more text is needed. */
interface Unread {
  openAt: number;
}

/** Reads the row that begins at `from`. */
function readRow(text: string, from: number, separator: string, isLast: boolean): ReadRow | Unread {
  const cells: string[] = [];
  for (let at = from; ; ) {
    const cell = text[at] === '"' ? readQuoted(text, at + 1, separator) : readPlain(text, at, separator);
    if (!cell) return { openAt: at };
    cells.push(cell.value);
    const { end } = cell;
    if (text[end] === separator) {
      at = end + 1;
      continue;
    }
    if (!isLast && isUnsure(text, end)) return { openAt: end };
    return { cells, end: end + lineEndAt(text, end) };
  }
}

/** Reads a single line, if there is no complete row. */
function readLine(text: string, from: number): ReadRow {
  const { value, end } = readPlain(text, from, '\n');
  return { cells: [value], end: end + lineEndAt(text, end) };
}

/** Reads the row that begins at `from` if it ends on the same line. */
function readShortRow(text: string, from: number, separator: string, isLast: boolean): ReadRow | Unread {
  const { end } = readPlain(text, from, '\n');
  if (!isLast && isUnsure(text, end)) return { openAt: from };
  const row = readRow(text.slice(from, end), 0, separator, true);
  return 'cells' in row ? { cells: row.cells, end: end + lineEndAt(text, end) } : { openAt: from };
}

/** The separator that splits the first row into the most cells; undefined until that row is complete. */
function findSeparator(text: string, isLast: boolean): string | undefined {
  const rows = SEPARATORS.map((separator) => ({ separator, row: readRow(text, 0, separator, isLast) }));
  if (!isLast && rows.some(({ row }) => 'openAt' in row)) return undefined;
  const count = (row: ReadRow | Unread) => ('cells' in row ? row.cells.length : 0);
  return rows.sort((one, other) => count(other.row) - count(one.row))[0]?.separator;
}

/** Reads CSV (RFC 4180); the separator may also be a semicolon or a tab, with any line ending. */
export function createCsvReader(): CsvReader {
  let rest = '';
  let separator: string | undefined;
  let isBegun = false;
  let isSkipping = false;
  // Rows before an unclosed quote end with their line: searching the rest of the file for each of them would take quadratic time.
  let shortUntil = -1;

  /** Drops the rest of a line that is too long. */
  function skip(): void {
    const { end } = readPlain(rest, 0, '\n');
    isSkipping = isUnsure(rest, end);
    rest = rest.slice(isSkipping ? end : end + lineEndAt(rest, end));
  }

  function take(isLast: boolean): CsvRow[] {
    if (isSkipping) skip();
    separator ??= findSeparator(rest, isLast || rest.length > MAX_ROW_CHARS);
    if (separator === undefined) return [];
    const rows: CsvRow[] = [];
    let from = 0;
    while (from < rest.length) {
      const isShort = from <= shortUntil;
      const read = isShort ? readShortRow(rest, from, separator, isLast) : readRow(rest, from, separator, isLast);
      const isOpen = 'openAt' in read;
      const { cells, end } = isOpen ? readLine(rest, from) : read;
      const mayGoOn = isOpen && !isLast && (!isShort || end === rest.length);
      if (mayGoOn && rest.length - from <= MAX_ROW_CHARS) break;
      if (isOpen && !isShort) shortUntil = read.openAt;
      rows.push({ cells, text: rest.slice(from, end), isOpen });
      isSkipping = isOpen && !isLast && end === rest.length && !rest.endsWith('\n');
      from = end;
    }
    rest = rest.slice(from);
    shortUntil -= from;
    return rows;
  }

  return {
    push(text) {
      rest += !isBegun && text.startsWith(MARK) ? text.slice(1) : text;
      isBegun ||= text !== '';
      return take(false);
    },
    end: () => take(true),
  };
}
