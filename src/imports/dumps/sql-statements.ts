import { findQuoteEnd, NEEDS_MORE } from './sql-values.ts';

const IDENTIFIER = '(?:`(?:[^`]|``)*`|"(?:[^"]|"")*"|\\[[^\\]]*\\]|[\\w$]+)';
const NAME = `${IDENTIFIER}(?:\\s*\\.\\s*${IDENTIFIER})?`;
const COLUMNS = `\\(\\s*(${IDENTIFIER}(?:\\s*,\\s*${IDENTIFIER})*)\\s*\\)`;

/** The beginning of `INSERT INTO table (columns) VALUES `, at `lastIndex`. */
export const INSERT_HEAD = new RegExp(
  `(?:INSERT|REPLACE)\\s+(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE|OR\\s+\\w+)\\s+)*(?:INTO\\s+)?(${NAME})\\s*(?:${COLUMNS}\\s*)?(?:OVERRIDING\\s+\\w+\\s+VALUE\\s+)?VALUES?\\s*(?=\\()`,
  'iy',
);

/** `COPY table (columns) FROM stdin;` with the end of its line, at `lastIndex`. */
export const COPY_HEAD = new RegExp(`COPY\\s+(${NAME})\\s*(?:${COLUMNS}\\s*)?FROM\\s+stdin[^;\\n]*;[^\\n]*\\n`, 'iy');

const CREATE_TABLE = new RegExp(
  `^CREATE\\s+(?:UNLOGGED\\s+|TEMPORARY\\s+)?TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(${NAME})\\s*\\(`,
  'i',
);

function unquote(identifier: string): string {
  const [quote = ''] = identifier;
  if (quote === '[') return identifier.slice(1, -1);
  return quote === '`' || quote === '"' ? identifier.slice(1, -1).replaceAll(quote + quote, quote) : identifier;
}

const ONE_IDENTIFIER = new RegExp(IDENTIFIER, 'g');

/** Column names in lower case, as databases compare them. */
export function readColumns(list: string): string[] {
  return (list.match(ONE_IDENTIFIER) ?? []).map((name) => unquote(name).toLowerCase());
}

/** The name of a table without its schema or database. */
export function readTableName(name: string): string {
  return unquote(name.match(ONE_IDENTIFIER)?.at(-1) ?? '');
}

const CONSTRAINT = /^(?:PRIMARY|UNIQUE|KEY|INDEX|FULLTEXT|SPATIAL|CONSTRAINT|FOREIGN|CHECK|PERIOD|EXCLUDE|LIKE)\b/i;
const FIRST_IDENTIFIER = new RegExp(`^${IDENTIFIER}`);

/** The name and the columns of a table; undefined if the statement creates something else. */
export function readCreateTable(statement: string): { table: string; columns: string[] } | undefined {
  const head = CREATE_TABLE.exec(statement);
  if (!head?.[1]) return undefined;
  const columns: string[] = [];
  let depth = 1;
  let from = head[0].length;
  for (let at = from; at < statement.length && depth > 0; at += 1) {
    const character = statement[at] ?? '';
    if (character === "'" || character === '"' || character === '`') {
      const end = findQuoteEnd(`${statement} `, at + 1, character.charCodeAt(0), character === "'");
      if (end === NEEDS_MORE) return undefined;
      at = end;
    } else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0 || (character === ',' && depth === 1)) {
      const definition = statement.slice(from, at).trim();
      const name = FIRST_IDENTIFIER.exec(definition)?.[0];
      if (name !== undefined && !CONSTRAINT.test(definition)) columns.push(unquote(name).toLowerCase());
      from = at + 1;
    }
  }
  return { table: readTableName(head[1]), columns };
}

const STOPS = /[;'"`$]|--|\/\*/g;
const DOLLAR_QUOTE = /\$\w*\$/y;

/** The index of the semicolon that ends a statement; NEEDS_MORE if it is not there yet. */
export function findStatementEnd(text: string, start: number, hasBackslashes: boolean): number {
  STOPS.lastIndex = start;
  for (let found = STOPS.exec(text); found; found = STOPS.exec(text)) {
    const { index } = found;
    const [stop] = found;
    let end = index;
    if (stop === ';') return index;
    if (stop === '--') end = text.indexOf('\n', index);
    else if (stop === '/*') end = text.indexOf('*/', index + 2);
    else if (stop === '$') {
      DOLLAR_QUOTE.lastIndex = index;
      const tag = DOLLAR_QUOTE.exec(text)?.[0];
      if (tag !== undefined) {
        const close = text.indexOf(tag, index + tag.length);
        end = close === -1 ? NEEDS_MORE : close + tag.length - 1;
      }
    } else end = findQuoteEnd(text, index + 1, stop.charCodeAt(0), hasBackslashes && stop === "'");
    if (end === NEEDS_MORE) return NEEDS_MORE;
    STOPS.lastIndex = end + 1;
  }
  return NEEDS_MORE;
}

const KEYWORDS =
  /(?:ALTER|ANALYZE|BEGIN|CALL|CHANGE|COMMENT|COMMIT|COPY|CREATE|DEALLOCATE|DELETE|DELIMITER|DO|DROP|END|EXECUTE|FLUSH|GRANT|INSERT|LOCK|PRAGMA|PREPARE|REFRESH|REINDEX|RELEASE|REPLACE|RESET|REVOKE|ROLLBACK|SAVEPOINT|SECURITY|SELECT|SET|START|TRUNCATE|UNLOCK|UPDATE|USE|VACUUM)(?![\w,])/iy;

/** The word with which a statement begins, in upper case; undefined if this is not a statement. */
export function readKeyword(text: string, at: number): string | undefined {
  KEYWORDS.lastIndex = at;
  return KEYWORDS.exec(text)?.[0].toUpperCase();
}
