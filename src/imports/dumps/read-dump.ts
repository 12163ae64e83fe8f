import { findDecoder } from './charset.ts';
import { COPY_END, readCopyLine } from './copy-rows.ts';
import { DumpCompleteness } from './dump-completeness.ts';
import { DumpProblem } from './dump-problem.ts';
import type { DumpText } from './dump-text.ts';
import {
  COPY_HEAD,
  findStatementEnd,
  INSERT_HEAD,
  readColumns,
  readCreateTable,
  readKeyword,
  readTableName,
} from './sql-statements.ts';
import { type DumpValue, NEEDS_MORE, RowReader, skipSpaces, type TextStyle } from './sql-values.ts';

/** Takes the rows of one table. */
export interface RowTarget {
  /** A flag for each column of the dump. */
  isWanted: readonly boolean[];
  add(values: readonly DumpValue[]): void;
}

/** Takes the tables of a dump. */
export interface TableTarget {
  declare(table: string, columns: string[]): void;
  /** `columns` is undefined if the statement does not name them. Undefined if the rows are not wanted. */
  open(table: string, columns: string[] | undefined): RowTarget | undefined;
}

// A statement begins with what is needed to know it; only `VALUES` of unusual tables are further away.
const HEAD_CHARS = 16 * 1024;

// Of UTF-8, one character for each byte.
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

type Mode =
  | { kind: 'statement' }
  | { kind: 'rows'; target: RowTarget | undefined }
  | { kind: 'copy'; target: RowTarget | undefined }
  /** The end of `INSERT`, after the rows. */
  | { kind: 'rest' }
  | { kind: 'delimiter' };

class DumpReader {
  readonly #source: DumpText;
  readonly #tables: TableTarget;
  readonly #style: TextStyle = { hasBackslashes: true, decode: (raw) => Buffer.from(raw, 'latin1').toString('utf8') };
  readonly #rows = new RowReader(this.#style);
  readonly #marks = new DumpCompleteness();
  #database = '';
  #mode: Mode = { kind: 'statement' };

  constructor(source: DumpText, tables: TableTarget) {
    this.#source = source;
    this.#tables = tables;
  }

  async read(): Promise<void> {
    const source = this.#source;
    await source.fill();
    if (source.text.startsWith(BYTE_ORDER_MARK)) source.at = BYTE_ORDER_MARK.length;
    do {
      await source.fill();
      while (this.#step());
    } while (!source.isEnded);
    const isOver = this.#mode.kind === 'statement' && skipSpaces(source.text, source.at) === source.text.length;
    if (!isOver || !this.#marks.isComplete) throw new DumpProblem('cut_off', source.text.length);
  }

  /** Reads a statement or a row; false if more text is needed. */
  #step(): boolean {
    const mode = this.#mode;
    if (mode.kind === 'rows') return this.#readRow(mode.target);
    if (mode.kind === 'copy') return this.#readCopyLine(mode.target);
    if (mode.kind === 'rest') return this.#skipRest();
    return mode.kind === 'delimiter' ? this.#skipRoutines() : this.#readStatement();
  }

  #readStatement(): boolean {
    const source = this.#source;
    source.at = skipSpaces(source.text, source.at);
    const { text, at } = source;
    if (!source.isEnded && text.length - at < HEAD_CHARS) return false;
    if (at >= text.length) return false;
    if (text.startsWith('--', at) || text[at] === '#' || text[at] === '\\') return this.#readLine();
    if (text.startsWith('/*', at)) return this.#readComment();
    if (text[at] === ';') return this.#moveTo(at + 1);
    const keyword = readKeyword(text, at);
    if (keyword === undefined) throw new DumpProblem('not_readable', at);
    if (keyword === 'DELIMITER') return this.#readLine();
    if (keyword === 'INSERT' || keyword === 'REPLACE') return this.#openRows();
    if (keyword === 'COPY') return this.#openCopy();
    const end = findStatementEnd(text, at, this.#style.hasBackslashes);
    if (end === NEEDS_MORE) return false;
    this.#see(text.slice(at, end), at);
    return this.#moveTo(end + 1);
  }

  #moveTo(at: number): true {
    this.#source.at = at;
    return true;
  }

  /** A comment, or a command of the programs `mysql` and `psql`. */
  #readLine(): boolean {
    const { text, at, isEnded } = this.#source;
    const found = text.indexOf('\n', at);
    if (found === -1 && !isEnded) return false;
    const end = found === -1 ? text.length : found;
    const line = text.slice(at, end).trim();
    if (line.startsWith('--')) {
      const comment = line.slice(2).trim();
      if (/^PostgreSQL database /.test(comment)) this.#style.hasBackslashes = false;
      this.#marks.seeComment(comment);
    } else if (/^DELIMITER\s/i.test(line) && !/^DELIMITER\s+;$/i.test(line)) this.#mode = { kind: 'delimiter' };
    return this.#moveTo(end);
  }

  /** MySQL runs the content of a comment that begins with an exclamation mark. */
  #readComment(): boolean {
    const { text, at } = this.#source;
    const end = text.indexOf('*/', at + 2);
    if (end === -1) return false;
    const statement = /^\/\*M?!\d*\s*/.exec(text.slice(at, at + 32));
    if (statement) this.#see(text.slice(at + statement[0].length, end), at);
    return this.#moveTo(end + 2);
  }

  /** Skips triggers and routines, which have semicolons inside. */
  #skipRoutines(): boolean {
    const source = this.#source;
    const end = source.text.slice(source.at).search(/^DELIMITER\s+;\s*$/im);
    if (end === -1) return false;
    this.#mode = { kind: 'statement' };
    return this.#moveTo(source.at + end);
  }

  #openRows(): boolean {
    const { text, at } = this.#source;
    INSERT_HEAD.lastIndex = at;
    const head = INSERT_HEAD.exec(text);
    if (!head) throw new DumpProblem(this.#source.isEnded ? 'cut_off' : 'not_readable', at);
    const [, table = '', columns] = head;
    this.#mode = { kind: 'rows', target: this.#open(table, columns) };
    return this.#moveTo(INSERT_HEAD.lastIndex);
  }

  #openCopy(): boolean {
    const { text, at } = this.#source;
    COPY_HEAD.lastIndex = at;
    const head = COPY_HEAD.exec(text);
    if (!head) throw new DumpProblem(this.#source.isEnded ? 'cut_off' : 'not_readable', at);
    const [, table = '', columns] = head;
    this.#mode = { kind: 'copy', target: this.#open(table, columns) };
    return this.#moveTo(COPY_HEAD.lastIndex);
  }

  #open(table: string, columns: string | undefined): RowTarget | undefined {
    const name = this.#nameOf(readTableName(table));
    return this.#tables.open(name, columns === undefined ? undefined : readColumns(columns));
  }

  #nameOf(table: string): string {
    return this.#database === '' ? table : `${this.#database}.${table}`;
  }

  #readRow(target: RowTarget | undefined): boolean {
    const { text } = this.#source;
    const at = skipSpaces(text, this.#source.at);
    if (at >= text.length) return false;
    const end = this.#rows.read(text, at, target?.isWanted ?? []);
    if (end === NEEDS_MORE) return false;
    const next = skipSpaces(text, end);
    // What follows the row must be known before it counts as read.
    if (next >= text.length) return false;
    if (target) {
      const { values } = this.#rows;
      if (values.length !== target.isWanted.length) throw new DumpProblem('not_readable', at);
      target.add(values);
    }
    if (text[next] === ',') return this.#moveTo(next + 1);
    this.#mode = { kind: 'rest' };
    return this.#moveTo(next);
  }

  /** A semicolon, or `ON CONFLICT …;`. */
  #skipRest(): boolean {
    const { text, at } = this.#source;
    if (!/^(?:;|o|on\s|a|as\s)/i.test(text.slice(at, at + 3))) throw new DumpProblem('not_readable', at);
    const end = findStatementEnd(text, at, this.#style.hasBackslashes);
    if (end === NEEDS_MORE) return false;
    this.#mode = { kind: 'statement' };
    return this.#moveTo(end + 1);
  }

  #readCopyLine(target: RowTarget | undefined): boolean {
    const { text, at } = this.#source;
    const end = text.indexOf('\n', at);
    if (end === -1) return false;
    const line = text.slice(at, text[end - 1] === '\r' ? end - 1 : end);
    if (line === COPY_END) this.#mode = { kind: 'statement' };
    else if (target) target.add(readCopyLine(line, { offset: at, isWanted: target.isWanted, style: this.#style }));
    return this.#moveTo(end + 1);
  }

  /** Follows a statement that changes how the rest is read. */
  #see(statement: string, offset: number): void {
    this.#marks.seeStatement(statement);
    if (/^(PRAGMA|BEGIN TRANSACTION)\b/i.test(statement)) this.#style.hasBackslashes = false;
    const strings = /^SET\s+standard_conforming_strings\s*=\s*(\w+)/i.exec(statement)?.[1];
    if (strings) this.#style.hasBackslashes = strings.toLowerCase() === 'off';
    if (/^SET\b.*\bsql_mode\s*=\s*'[^']*NO_BACKSLASH_ESCAPES/is.test(statement)) this.#style.hasBackslashes = false;
    this.#database = /^USE\s+[`"]?([^`";]+)/i.exec(statement)?.[1]?.trim() ?? this.#database;
    const charset = /^SET\s+(?:NAMES\s+|client_encoding\s*=\s*)['"]?(\w+)/i.exec(statement)?.[1];
    if (charset !== undefined && charset.toLowerCase() !== 'default') {
      const decode = findDecoder(charset);
      if (!decode) throw new DumpProblem('unknown_charset', offset);
      this.#style.decode = decode;
    }
    const created = readCreateTable(statement);
    if (created) this.#tables.declare(this.#nameOf(created.table), created.columns);
  }
}

/** Reads all rows of a dump of mysqldump, mariadb-dump, phpMyAdmin, pg_dump or sqlite3. Throws a DumpProblem. */
export async function readDump(source: DumpText, tables: TableTarget): Promise<void> {
  await new DumpReader(source, tables).read();
}
