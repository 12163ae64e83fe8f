import { expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { newFolder } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { IMPORT_FILES, readSource } from '../../../test/support/read-source.ts';
import { AppError } from '../../core/errors.ts';
import { openKuttDump } from '../sources/kutt-dump.ts';
import { openYourlsDump } from '../sources/yourls-dump.ts';
import { DumpText } from './dump-text.ts';
import { type RowTarget, readDump } from './read-dump.ts';
import type { DumpValue } from './sql-values.ts';

const folder = newFolder();
const readFixture = (name: string) => Bun.file(`${IMPORT_FILES}/${name}`).text();
let files = 0;

async function write(content: string | Uint8Array): Promise<string> {
  files += 1;
  const path = `${folder}/${files}`;
  await Bun.write(path, content);
  return path;
}

async function openProblem(content: string | Uint8Array): Promise<unknown> {
  try {
    await (await openYourlsDump(await write(content))).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, ...error.params };
  }
}

/** All rows of a dump, read in pieces of some size. */
async function readRows(dump: string, pieceBytes: number): Promise<[string, (string | null)[]][]> {
  const rows: [string, (string | null)[]][] = [];
  const bytes = Buffer.from(dump);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const columnsOf = new Map<string, string[]>();
  await readDump(new DumpText(pieces()), {
    declare: (table, columns) => columnsOf.set(table, columns),
    open(table, named): RowTarget {
      const columns = named ?? columnsOf.get(table) ?? [];
      const add = (values: readonly DumpValue[]) => rows.push([table, [...values]]);
      return { isWanted: columns.map(() => true), add };
    },
  });
  return rows;
}

const KUTT_FILES = ['kutt.pg_dump.sql', 'kutt.pg_dump-inserts.sql', 'kutt.mariadb-dump.sql'];

test.each(KUTT_FILES)('%s has the same content as the SQLite file', async (name) => {
  const expected = await readSource(await openKuttDump(`${IMPORT_FILES}/kutt.sqlite`));
  expect(await readSource(await openKuttDump(`${IMPORT_FILES}/${name}`))).toEqual(expected);
});

test('a dump has the same content in another character set, compressed, and written by Windows', async () => {
  const expected = await readSource(await openYourlsDump(`${IMPORT_FILES}/yourls.mariadb-dump.sql`));
  const dump = await readFixture('yourls.mariadb-dump.sql');
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(dump.replaceAll('\n', '\r\n'), 'utf16le')]);
  for (const content of [gzipSync(dump), utf16, `\ufeff${dump}`])
    expect(await readSource(await openYourlsDump(await write(content)))).toEqual(expected);
  const latin1 = await readSource(await openYourlsDump(`${IMPORT_FILES}/yourls.latin1.sql`));
  expect(JSON.stringify(latin1)).toBe(JSON.stringify(expected).replace('Café ☕ 🎉', 'Café ? ?'));
});

test.each(['yourls.mariadb-dump.sql', 'polr.mariadb-dump.sql', ...KUTT_FILES])(
  '%s has the same rows, however it is read in pieces',
  async (name) => {
    const dump = await readFixture(name);
    const whole = await readRows(dump, dump.length * 4);
    expect(whole.length).toBeGreaterThan(7);
    for (const pieceBytes of [1, 7, 100]) expect(await readRows(dump, pieceBytes)).toEqual(whole);
  },
);

const PHP_MY_ADMIN = `-- phpMyAdmin SQL Dump
-- version 5.2.1
SET SQL_MODE = "NO_AUTO_VALUE_ON_ZERO";
START TRANSACTION;
SET time_zone = "+00:00";
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;
--
-- Database: \`web\`
--
CREATE TABLE \`x7_url\` (
  \`keyword\` varchar(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
  \`url\` text NOT NULL, \`title\` text DEFAULT NULL COMMENT 'it''s, (odd)',
  \`timestamp\` timestamp NOT NULL DEFAULT current_timestamp(), \`ip\` varchar(41) NOT NULL, \`clicks\` int(10) UNSIGNED NOT NULL
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO \`x7_url\` (\`keyword\`, \`url\`, \`title\`, \`timestamp\`, \`ip\`, \`clicks\`) VALUES
('a', 'https://example.com/', 'It''s\\'s', '2023-01-02 03:04:05', '', 3),
('b', 0x68747470733a2f2f6578616d706c652e636f6d2f62, NULL, '2023-01-02 03:04:05', '', 0);
ALTER TABLE \`x7_url\` ADD PRIMARY KEY (\`keyword\`);
DELIMITER $$
CREATE TRIGGER t BEFORE INSERT ON x7_url FOR EACH ROW BEGIN INSERT INTO other SELECT 1; END$$
DELIMITER ;
COMMIT;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
`;

test('the form of phpMyAdmin, with any prefix and without the log', async () => {
  const [batch] = await readSource(await openYourlsDump(await write(PHP_MY_ADMIN)));
  expect(batch?.links.map(({ body }) => [body.custom, body.url, body.metatitle])).toEqual([
    ['a', 'https://example.com/', "It's's"],
    ['b', 'https://example.com/b', undefined],
  ]);
  expect(batch?.history.map(({ total }) => total)).toEqual([3, 0]);
});

test.each(['yourls.mariadb-dump.sql', 'yourls.latin1.sql'])(
  '%s is refused if it was cut off, wherever',
  async (name) => {
    const dump = (await readFixture(name)).trimEnd();
    const end = dump.lastIndexOf('-- Dump completed') + '-- Dump completed'.length;
    const cuts = Array.from({ length: 150 }, (_, index) => Math.floor((index * end) / 150));
    const lines = [...dump.matchAll(/;\n/g)].map(({ index }) => index + 2).filter((index) => index < end);
    for (const cut of [...cuts, ...lines]) {
      const problem = await openProblem(dump.slice(0, cut));
      expect([cut, problem]).toEqual([cut, expect.objectContaining({ code: expect.stringMatching(/^dump_/) })]);
    }
    expect(await openProblem(gzipSync(dump).subarray(0, 900))).toMatchObject({ code: 'dump_cut_off' });
  },
);

test('a cut dump of phpMyAdmin or pg_dump is refused', async () => {
  const cut = (text: string, mark: string) => text.slice(0, text.indexOf(mark));
  expect(await openProblem(cut(PHP_MY_ADMIN, 'COMMIT'))).toMatchObject({ code: 'dump_cut_off' });
  const copied = await readFixture('kutt.pg_dump.sql');
  for (const mark of ['\\.\n', '-- PostgreSQL database dump complete', '\t2023-05-01 13:00'])
    expect(await openProblem(cut(copied, mark))).toMatchObject({ code: 'dump_cut_off' });
});

const ROW = "('a','https://example.com/','T','2023-01-02 03:04:05','',0)";
const TABLE = 'CREATE TABLE u (keyword text, url text, title text, timestamp timestamp, ip text, clicks int);\n';

const wrong: [name: string, content: string | Uint8Array, problem: object][] = [
  ['a CSV file', 'keyword,url,title\na,https://example.com/,x\n', { code: 'dump_not_readable', line: 1, column: 1 }],
  ['a page', '<!DOCTYPE html>\n<html>', { code: 'dump_not_readable', line: 1, column: 1 }],
  ['an empty file', '', { code: 'dump_without_tables', product: 'YOURLS' }],
  ['a row with too few values', `${TABLE}INSERT INTO u VALUES ${ROW},('b','c');`, { code: 'dump_not_readable', line: 2, column: 23 + ROW.length }],
  ['something else than a value', `${TABLE}INSERT INTO u VALUES ('ä', now());`, { code: 'dump_not_readable', line: 2, column: 32 }],
  ['an unknown character set', `SET NAMES gbk;\n${TABLE}`, { code: 'dump_charset', line: 1, column: 1 }],
  ['an archive of pg_dump', 'PGDMP\u0001', { code: 'dump_archive' }],
  ['a dump of something else', 'CREATE TABLE a (b int);\nINSERT INTO a VALUES (1);\n', { code: 'dump_without_tables', product: 'YOURLS' }],
  ['two installations', TABLE + TABLE.replace(' u ', ' v '), { code: 'dump_of_several', product: 'YOURLS', tables: 'u, v' }],
  ['a short SQLite file', `SQLite format 3\0${'x'.repeat(200)}`, { code: 'database_damaged' }],
]; // biome-ignore format: a table.

test.each(wrong)('%s is refused', async (_name, content, problem) => {
  expect(await openProblem(content)).toEqual(problem);
});

test('a compressed dump that unpacks to far more than its size is refused', async () => {
  guards('background-rights');
  const line = `-- ${'x'.repeat(1_000)}\n`;
  // Members of a gzip file are unpacked one after another.
  const member = Bun.gzipSync(line.repeat(16 * 1024));
  const dump = Bun.gzipSync(`${TABLE}INSERT INTO u VALUES ${ROW};\n`);
  const packed = Buffer.concat([dump, ...Array(18).fill(member)]);
  expect(await openProblem(new Uint8Array(packed))).toMatchObject({ code: 'dump_not_readable' });
});
