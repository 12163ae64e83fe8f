/** One row of a CSV file. */
export interface CsvRow {
  cells: string[];
  /** The row as it stands in the file, with its end. */
  text: string;
  /** It is too long, or opens a quotation mark that is never closed; its first line is all that is taken for it. */
  isOpen: boolean;
}

/** Takes the text of a file piece by piece, and gives the rows that are whole by then. */
export interface CsvReader {
  push(text: string): CsvRow[];
  end(): CsvRow[];
}

const SEPARATORS = [',', ';', '\t'] as const;
// No row is so long; where one seems to be, a quotation mark was not closed.
const MAX_ROW_CHARS = 256 * 1024;
const MARK = '\ufeff';

/** Where a cell ends, and what it says; undefined where more text is needed to know. */
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

/** `from` is behind the mark that opens it; what stands between the closing mark and the separator belongs to it too. */
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

/** How many signs end the line here. */
function lineEndAt(text: string, end: number): number {
  if (text.startsWith('\r\n', end)) return 2;
  return end < text.length ? 1 : 0;
}

/** Behind a last \r there may come \n, and behind a last quotation mark another. */
function isUnsure(text: string, end: number): boolean {
  return end >= text.length || (text[end] === '\r' && end + 1 >= text.length);
}

interface ReadRow {
  cells: string[];
  end: number;
}

/** No row can be made out: what begins here is not closed in the text, or more text has to come. */
interface Unread {
  openAt: number;
}

/** The row that begins here. */
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

/** The first line, where no row can be made out. */
function readLine(text: string, from: number): ReadRow {
  const { value, end } = readPlain(text, from, '\n');
  return { cells: [value], end: end + lineEndAt(text, end) };
}

/** The row that begins here, if it is no longer than its line. */
function readShortRow(text: string, from: number, separator: string, isLast: boolean): ReadRow | Unread {
  const { end } = readPlain(text, from, '\n');
  if (!isLast && isUnsure(text, end)) return { openAt: from };
  const row = readRow(text.slice(from, end), 0, separator, true);
  return 'cells' in row ? { cells: row.cells, end: end + lineEndAt(text, end) } : { openAt: from };
}

/** The separator that cuts the first row into the most cells; undefined until that row is whole. */
function findSeparator(text: string, isLast: boolean): string | undefined {
  const rows = SEPARATORS.map((separator) => ({ separator, row: readRow(text, 0, separator, isLast) }));
  if (!isLast && rows.some(({ row }) => 'openAt' in row)) return undefined;
  const count = (row: ReadRow | Unread) => ('cells' in row ? row.cells.length : 0);
  return rows.sort((one, other) => count(other.row) - count(one.row))[0]?.separator;
}

/** Reads CSV by RFC 4180; the separator may also be a semicolon or a tab, and a line may end in any way. */
export function createCsvReader(): CsvReader {
  let rest = '';
  let separator: string | undefined;
  let isBegun = false;
  let isSkipping = false;
  // Once a mark was not closed, a row before it ends with its line: to look for the end of each in all that follows would take for ever.
  let shortUntil = -1;

  /** Drops what is left of a line that is too long. */
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
