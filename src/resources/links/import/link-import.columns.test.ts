import { expect, test } from 'bun:test';
import { type AppError, fieldError } from '../../../core/errors.ts';
import { createCsvReader } from '../../../lib/read-csv.ts';
import type { ColumnChoices } from './link-import.choices.ts';
import { columns, findColumns, foldColumnName, shownNames } from './link-import.columns.ts';
import { openTable } from './link-import.rows.ts';

function readTable(text: string, choices: ColumnChoices = {}) {
  const reader = createCsvReader();
  const [head, ...rows] = [...reader.push(text), ...reader.end()];
  if (!head) throw new Error('no head');
  const table = openTable(head, choices);
  return { ...table, rows: rows.map((row, index) => table.toRow(index + 1, row)) };
}

function readBody(head: string, line: string) {
  return readTable(`${head}\n${line}`).rows[0]?.body;
}

test('no column name stands for two fields', () => {
  const names = columns.flatMap((column) => column.names);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('every column name is recognized in any case, with spaces and punctuation', () => {
  for (const { field, names } of columns) {
    for (const name of names) {
      for (const written of [
        name,
        name.toUpperCase(),
        ` ${name.slice(0, 2)}_${name.slice(2)}-`,
        name.split('').join(' '),
      ]) {
        const { known, ignored } = findColumns(field === 'url' ? [written] : ['url', written]);
        expect([written, ignored]).toEqual([written, []]);
        expect(known.map((one) => one.field)).toContain(field);
      }
    }
  }
});

const exports: [name: string, head: string, line: string, body: object][] = [
  [
    'a single column',
    'link',
    'https://example.com/',
    { url: 'https://example.com/' },
  ],
  [
    'generated links with custom links',
    'Link,Custom Link,Destination URL,Title,Created',
    'bit.ly/3xYz,bit.ly/spring,https://example.com/,Spring,2024-01-02T03:04:05+0000',
    { url: 'https://example.com/', custom: 'spring', metatitle: 'Spring', created: '2024-01-02 03:04:05' },
  ],
  [
    'slashtags',
    'title,slashtag,destination,createdAt,expiredAt,status,domain.fullName',
    'X,go,https://example.com/,2024-01-02T03:04:05.000Z,,active,go.example',
    { url: 'https://example.com/', custom: 'go', metatitle: 'X', created: '2024-01-02 03:04:05', status: 'active', domain: 'go.example' },
  ],
  [
    'paths',
    'originalURL;path;title;tags;archived;expiresAt;expiredURL',
    'https://example.com/;/a;;x,y;true;1893456000000;https://example.com/over',
    { url: 'https://example.com/', custom: 'a', tags: ['x', 'y'], status: 'disabled', expiry: '2030-01-01 00:00:00', expiry_url: 'https://example.com/over' },
  ],
  [
    'keywords',
    'keyword,url,title,timestamp,ip,clicks',
    'ozh,https://example.com/,"Two\nlines",2012-03-04 05:06:07,127.0.0.1,3',
    { url: 'https://example.com/', custom: 'ozh', metatitle: 'Two lines', created: '2012-03-04 05:06:07', clicks: 3 },
  ],
  [
    'addresses',
    'target,address,link,description,visit_count,created_at,expire_in,password,banned',
    'https://example.com/,abc,https://kutt.example/abc,,9,2024-01-02 03:04:05,,false,false',
    { url: 'https://example.com/', custom: 'abc', created: '2024-01-02 03:04:05', status: 'active', clicks: 9 },
  ],
  [
    'two URL columns',
    'URL,Long URL,Alias',
    'https://sho.example/x,https://example.com/,x',
    { url: 'https://example.com/', custom: 'x' },
  ],
  [
    'exports of the dashboard',
    'Short link,Target,Title,Note,Clicks,Created (UTC)',
    "http://localhost:3000/x,https://example.com/,'=1+1,,4,2024-01-02 03:04:05",
    { url: 'https://example.com/', custom: 'x', metatitle: '=1+1', created: '2024-01-02 03:04:05', clicks: 4 },
  ],
  [
    'field names of the API',
    'url,custom,max_clicks,starts,redirect_code,forward_query,pixel_ids,campaign_id,metadescription,campaign',
    'https://example.com/,x,5,0000-00-00 00:00:00,301,no,"1, 2",7,D,Spring',
    { url: 'https://example.com/', custom: 'x', max_clicks: 5, redirect_code: 301, forward_query: false, pixels: [1, 2], campaign: 7, metadescription: 'D' },
  ],
]; // biome-ignore format: a table.
test.each(exports)('columns are recognized: %s', (_, head, line, body) => {
  expect(readBody(head, line)).toEqual(body as Record<string, unknown>);
});

test('an unreadable value stays unchanged, so that validation refuses it', () => {
  expect(readBody('url,status,expiry,max_clicks', 'x,odd,soon,many')).toEqual({
    url: 'x',
    status: 'odd',
    expiry: 'soon',
    max_clicks: 'many',
  });
});

test('click counts are read with separators, and omitted if they cannot be read', () => {
  const { rows } = readTable('url;hits\nx;1,204\nx;12 345 678\nx;7\nx;1,20\nx;n/a\nx;-3\n');
  expect(rows.map(({ body }) => body.clicks)).toEqual([1204, 12_345_678, 7, undefined, undefined, undefined]);
});

test('a flag or a hash in place of a password is refused; spaces around a password are kept', () => {
  const { rows } = readTable('url,password\nx,true\nx,$2y$10$abc\nx, open \nx,0\n');
  const problem = [fieldError('password', 'password_hash')];
  expect(rows.map(({ problems, body }) => [problems, body.password])).toEqual([
    [problem, undefined],
    [problem, undefined],
    [[], ' open '],
    [[], undefined],
  ]);
});

test('only the row with too many cells or an unclosed quote is refused', () => {
  const { rows } = readTable('url,alias\nhttps://example.com/?a,b,c\nx,,\n"y,z\n');
  expect(rows.map(({ problems }) => problems.map(({ field }) => field))).toEqual([['row'], [], ['row']]);
});

test('unknown columns are reported once each, shortened', () => {
  const { ignored } = readTable(`url,utm_term,utm_term,,${'x'.repeat(300)}\nx\n`);
  expect(ignored).toEqual(['utm_term', 'x'.repeat(100)]);
});

test('chosen columns come before recognized ones, by name or by number', () => {
  const text = 'Ziel A;Kürzel;title;Besuche;clicks;link\nhttps://example.com/;go;T;7;9;https://s.test/x\n';
  const { rows, ignored } = readTable(text, { url: 'ziel a', alias: 'Kürzel', clicks: 4, title: null });
  expect(rows[0]?.body).toEqual({ url: 'https://example.com/', custom: 'go', clicks: 7 });
  expect(ignored).toEqual(['title', 'clicks', 'link']);
  expect(rows[0]?.shortHost).toBeUndefined();
  const short = readTable(text, { url: '1', short_url: 'link' }).rows[0];
  expect([short?.body.custom, short?.shortHost, short?.body.clicks]).toEqual(['x', 's.test', 9]);
});

test('a name that another column has exactly is not taken as a number, and names may contain = and commas', () => {
  expect(readTable('a,2,x\n1,https://example.com/2,3\n', { url: '2' }).rows[0]?.body.url).toBe('https://example.com/2');
  const odd = readTable('"to, or=from",b\nhttps://example.com/,\n', { url: 'to, or=from' });
  expect(odd.rows[0]?.body.url).toBe('https://example.com/');
});

test('a chosen field or column that does not exist is refused', () => {
  for (const [choices, code] of [
    [{ url: 'Nowhere' }, 'no_such_column'],
    [{ url: 3 }, 'no_such_column'],
    [{ url: 'a', colour: 'b' }, 'unknown_import_field'],
    [{ alias: 'a' }, 'url_column_required'],
    [{ url: null }, 'url_column_required'],
  ] as const) {
    let errors: unknown;
    try {
      readTable('a,b\n1,2\n', choices);
    } catch (error) {
      errors = (error as AppError).fields;
    }
    expect(errors).toEqual([expect.objectContaining({ field: 'columns', code })]);
  }
});

test('every name of a field in messages is known', () => {
  for (const name of shownNames) expect(columns.some(({ names }) => names.includes(foldColumnName(name)))).toBe(true);
});
