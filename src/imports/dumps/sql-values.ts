import type { DecodeText } from './charset.ts';
import { DumpProblem } from './dump-problem.ts';

/** How a dump writes texts. */
export interface TextStyle {
  /** MySQL: a backslash begins an escape sequence. */
  hasBackslashes: boolean;
  decode: DecodeText;
}

/** A value of a row as text; null for NULL. */
export type DumpValue = string | null;

/** The text ends before the row does. */
export const NEEDS_MORE = -1;

const QUOTE = 39;
const BACKSLASH = 92;
const OPEN = 40;
const CLOSE = 41;
const COMMA = 44;
const NUL = '\0';

const ESCAPES: Record<string, string> = { '0': NUL, b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' };

function unescapeText(raw: string, hasBackslashes: boolean): string {
  return hasBackslashes
    ? raw.replace(/\\(.)|''/gs, (found, letter?: string) =>
        letter === undefined ? "'" : (ESCAPES[letter] ?? (letter === '%' || letter === '_' ? found : letter)),
      )
    : raw.replaceAll("''", "'");
}

/** The index of the quote that ends a text; NEEDS_MORE if it is not there yet. */
export function findQuoteEnd(text: string, start: number, quote: number, hasBackslashes: boolean): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH && hasBackslashes) at += 1;
    else if (code === quote) {
      // At the end of what was read, the next character may be the second half of a doubled quote.
      if (at + 1 >= text.length) return NEEDS_MORE;
      if (text.charCodeAt(at + 1) !== quote) return at;
      at += 1;
    }
  }
  return NEEDS_MORE;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** The index of the next character that is not a space. */
export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

const WORD = /[^,()'"\s]+/y;
const PREFIX = /^(?:_[a-z0-9]+|[nexb])$/i;

function readHex(digits: string): string {
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex').toString('latin1');
}

function readBits(digits: string): string {
  return String(Number.parseInt(digits || '0', 2));
}

/** Reads the rows of `VALUES (…), (…)`. One reader serves many rows. */
export class RowReader {
  /** The values of the last row; only the wanted ones are decoded, others are null. */
  readonly values: DumpValue[] = [];
  readonly #style: TextStyle;
  #at = 0;

  constructor(style: TextStyle) {
    this.#style = style;
  }

  /**
   * Reads a row that begins at `start`; returns the index after it, or NEEDS_MORE. Throws a DumpProblem if this is not a row.
   * `isWanted` has a flag for each column.
   */
  read(text: string, start: number, isWanted: readonly boolean[]): number {
    const { values } = this;
    if (text.charCodeAt(start) !== OPEN) throw new DumpProblem('not_readable', start);
    values.length = 0;
    this.#at = skipSpaces(text, start + 1);
    for (;;) {
      const value = this.#readValue(text, isWanted[values.length] ?? false);
      if (value === undefined) return NEEDS_MORE;
      values.push(value);
      this.#at = skipSpaces(text, this.#at);
      const code = text.charCodeAt(this.#at);
      if (code === CLOSE) return this.#at + 1;
      if (Number.isNaN(code)) return NEEDS_MORE;
      if (code !== COMMA) throw new DumpProblem('not_readable', this.#at);
      this.#at = skipSpaces(text, this.#at + 1);
    }
  }

  /** Reads a value at `#at` and moves past it; undefined if more text is needed. */
  #readValue(text: string, isWanted: boolean): DumpValue | undefined {
    if (text.charCodeAt(this.#at) === QUOTE) return this.#readText(text, isWanted, this.#style.hasBackslashes);
    const start = this.#at;
    WORD.lastIndex = start;
    const word = WORD.exec(text)?.[0];
    if (start >= text.length || WORD.lastIndex >= text.length) return undefined;
    if (word === undefined) throw new DumpProblem('not_readable', start);
    this.#at = start + word.length;
    const next = skipSpaces(text, this.#at);
    if (text.charCodeAt(next) === QUOTE && PREFIX.test(word)) {
      this.#at = next;
      return this.#readPrefixed(text, word.toLowerCase(), isWanted);
    }
    if (text.charCodeAt(this.#at) === OPEN) return this.#readCall(text, word.toLowerCase());
    if (/^0x[0-9a-f]*$/i.test(word)) return this.#style.decode(readHex(word.slice(2)));
    return readWord(word, start);
  }

  #readText(text: string, isWanted: boolean, hasBackslashes: boolean): DumpValue | undefined {
    const start = this.#at + 1;
    const end = findQuoteEnd(text, start, QUOTE, hasBackslashes);
    if (end === NEEDS_MORE) return undefined;
    this.#at = end + 1;
    if (!isWanted) return null;
    const raw = text.slice(start, end);
    const plain = raw.includes("'") || (hasBackslashes && raw.includes('\\')) ? unescapeText(raw, hasBackslashes) : raw;
    return isAscii(plain) ? plain : this.#style.decode(plain);
  }

  /** `x'6162'`, `b'1'`, `e'a\nb'`, `_utf8mb4 'ab'`. */
  #readPrefixed(text: string, prefix: string, isWanted: boolean): DumpValue | undefined {
    if (prefix === 'e') return this.#readText(text, isWanted, true);
    const value = this.#readText(text, isWanted, this.#style.hasBackslashes);
    if (typeof value !== 'string') return value;
    if (prefix === 'x') return this.#style.decode(readHex(value));
    return prefix === 'b' ? readBits(value) : value;
  }

  /** The functions with which SQLite writes line breaks: `replace('a\nb','\n',char(10))` and `unistr('a\u000ab')`. */
  #readCall(text: string, name: string): DumpValue | undefined {
    const start = this.#at;
    const values: DumpValue[] = [];
    do {
      this.#at = skipSpaces(text, this.#at + 1);
      const value = this.#readValue(text, true);
      if (value === undefined) return undefined;
      values.push(value);
      this.#at = skipSpaces(text, this.#at);
    } while (text.charCodeAt(this.#at) === COMMA);
    if (this.#at >= text.length) return undefined;
    if (text.charCodeAt(this.#at) !== CLOSE) throw new DumpProblem('not_readable', this.#at);
    this.#at += 1;
    const [subject = '', from = '', to = ''] = values.map((value) => value ?? '');
    if (name === 'char') return String.fromCodePoint(...values.map(Number));
    if (name === 'replace') return subject.replaceAll(from, to);
    if (name === 'unistr')
      return subject.replace(/\\(?:u([0-9a-f]{4})|\+([0-9a-f]{6})|(\\))/gi, (_all, short?: string, long?: string) => {
        const digits = short ?? long;
        return digits === undefined ? '\\' : String.fromCodePoint(Number.parseInt(digits, 16));
      });
    throw new DumpProblem('not_readable', start);
  }
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

function readWord(word: string, offset: number): DumpValue {
  if (NUMBER.test(word)) return word;
  const lower = word.toLowerCase();
  if (lower === 'null') return null;
  if (lower === 'true' || lower === 'false') return lower;
  throw new DumpProblem('not_readable', offset);
}
