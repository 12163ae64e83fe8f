import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { changeExport, type ExportLine } from '../../../test/support/changed-export.ts';
import { newFolder, onEachEngine } from '../../../test/support/engines.ts';
import { fillWorkspace, restoreFile, writeExportFile } from '../../../test/support/full-export.ts';
import { guards } from '../../../test/support/guards.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { writeZip, ZipArchive } from '../../lib/zip.ts';
import { readAllRollups } from '../../rollups/read-all-rollups.store.ts';
import { readSubjectClicks } from './export-rows.store.ts';

type Line = ExportLine;
type Change = (line: Line) => void;

/** Copies an archive with other text in one of its files, which it may not have. */
async function replaceFile(path: string, name: string, texts: Iterable<string>): Promise<string> {
  const archive = await ZipArchive.open(path);
  async function* pieces(file: string) {
    if (file === name) yield* texts;
    else for await (const line of archive.lines(file)) yield `${line}\n`;
  }
  const copy = join(newFolder(), 'replaced.zip');
  const names = [...new Set([...archive.names, name])];
  const files = names.map((one) => ({ name: one, pieces: pieces(one) }));
  const writer = Bun.file(copy).writer();
  for await (const bytes of writeZip(files, Date.now())) writer.write(bytes);
  await writer.end();
  return copy;
}

/** A scheduled change as an export has it. */
function schedulePassword(hash: string): Line {
  const times = { due_at: '2030-01-01T00:00:00.000Z', created_at: '2026-01-01T00:00:00.000Z' };
  return { id: 1, author_id: null, ...times, change: {}, password_hash: hash, failure: null };
}

const SCRIPT = 'javascript:alert(1)';

/** What the API would refuse: the file, the change, and the field of the error. */
const refusals: [file: string, change: Change, field: string][] = [
  ['links', (line) => Object.assign(line, { url: SCRIPT }), 'url'],
  ['links', (line) => Object.assign(line, { url: 'http://localhost:3000/other' }), 'url'],
  ['links', (line) => Object.assign(line, { alias: 'a/b' }), 'custom'],
  ['links', (line) => Object.assign(line, { expiry_url: SCRIPT }), 'expiry_url'],
  ['links', (line) => Object.assign(line, { meta_image: SCRIPT }), 'metaimage'],
  ['links', (line) => Object.assign(line, { redirect_code: 200 }), 'redirect_code'],
  ['links', (line) => Object.assign(line, { password_hash: '$argon2id$v=19$m=999999,t=9,p=1$YQ$YQ' }), 'password'],
  ['links', (line) => Object.assign(line, { password_hash: '$argon2id$v=19$m=262144,t=10,p=1$YQ$YQ' }), 'password'],
  ['links', (line) => Object.assign(line, { password_hash: '$argon2id$v=19$m=8,t=99,p=9$YQ$YQ' }), 'password'],
  ['links', (line) => Object.assign(line, { password_hash: `$2b$13$${'a'.repeat(53)}` }), 'password'],
  ['links', (line) => Object.assign(line, { schedule: [schedulePassword(`$2b$14$${'a'.repeat(53)}`)] }), 'password'],
  ['links', (line) => Object.assign(line, { rules: { rules: [{ when: [], url: SCRIPT }] } }), 'rules.0.url'],
  ['links', (line) => Object.assign(line, { rules: { devices: 5 } }), 'content'],
  ['links', (line) => Object.assign(line, { app: { ios: { url: SCRIPT } } }), 'app.ios.url'],
  ['pixels', (line) => Object.assign(line, { tag: "');alert(1)//" }), 'tag'],
  [
    'overlays',
    (line) => Object.assign(line, { type: 'image', content: { type: 'image', alt: null, link: SCRIPT } }),
    'link',
  ],
  ['overlays', (line) => Object.assign(line, { background: 'url(https://evil.example)' }), 'background'],
  ['splash-pages', (line) => Object.assign(line, { accent: 'red;}' }), 'accent'],
  ['bio-pages', (line) => Object.assign(line.blocks[0].data, { url: SCRIPT }), 'blocks.0.url'],
  ['bio-pages', (line) => Object.assign(line.blocks[0].data, { url: 'https://short.example/other' }), 'blocks.0.url'],
  ['bio-pages', (line) => Object.assign(line.design, { accent: 'red;}' }), 'accent'],
  ['qr-codes', (line) => Object.assign(line, { data: JSON.stringify(SCRIPT) }), 'data'],
  ['qr-codes', (line) => Object.assign(line, { design: { gradient: 5 } }), 'content'],
  ['domains', (line) => Object.assign(line, { host: 'localhost' }), 'domain'],
  ['domains', (line) => Object.assign(line, { redirect_root: SCRIPT }), 'redirectroot'],
  ['domains', (line) => Object.assign(line, { redirect_root: 'http://localhost:3000/x' }), 'redirectroot'],
  ['domains', (line) => Object.assign(line, { redirect_404: 'https://go.example.com/x' }), 'redirect404'],
  ['domains', (line) => Object.assign(line, { host: 'short.example:8443' }), 'domain'],
  ['qr-codes', (line) => Object.assign(line, { data: JSON.stringify('http://short.example/x') }), 'data'],
  [
    'overlays',
    (line) =>
      Object.assign(line, { type: 'image', content: { type: 'image', alt: null, link: 'http://short.example/x' } }),
    'link',
  ],
  ['files', (line) => Object.assign(line, { picture: Buffer.from('<svg onload="x">').toString('base64') }), 'picture'],
  ['channels', (line) => Object.assign(line, { color: 'red;}' }), 'color'],
  ['campaigns', (line) => Object.assign(line, { slug: 'a/b' }), 'slug'],
];

/** What no export contains. */
const forgeries: [file: string, change: Change, field: string][] = [
  ['links', (line) => Object.assign(line, { user_id: 1 }), 'user_id'],
  ['links', (line) => Object.assign(line, { clicks: -5 }), 'clicks'],
  ['links', (line) => Object.assign(line, { description: 'a\u0000b' }), 'description'],
  ['links', (line) => line.tags.push({ tag: 'a' }, { tag: 'a' }), 'tags'],
  ['statistics', (line) => Object.assign(line, { visitors: 'AQID' }), 'visitors'],
  ['statistics', (line) => Object.assign(line, { start: '2026-11-16T10:20:30.000Z' }), 'start'],
  ['statistics', (line) => Object.assign(line, { counts: { country: { Germany: 'x' } } }), 'counts.country.Germany'],
  ['clicks', (line) => Object.assign(line.clicks[0], { visitor: 2 ** 60 }), 'clicks.0.visitor'],
  ['overlay-responses', (line) => Object.assign(line, { fields: { answer: {} } }), 'fields.answer'],
];

onEachEngine('an export that somebody has changed', (engine) => {
  let site: TestSite;
  let path: string;
  beforeAll(async () => {
    site = await openTestSite(engine, {
      ...{ RATE_LIMIT: '10000', COMPATIBLE: 'dub', BASE_URL: 'https://short.example' },
    });
    const user = await site.addUser();
    await fillWorkspace(site, user);
    path = await writeExportFile(site, user.id);
  });
  afterAll(() => site.close());

  const restore = (owner: number, file: string) => restoreFile(site, owner, file, { taken: 'rename' });

  test('stores nothing that the API would refuse, and names the file, the line and the field', async () => {
    const owner = await site.addUser();
    for (const [file, change, field] of refusals) {
      const { conflicts } = await restore(owner.id, await changeExport(path, file, change));
      const refused = conflicts.find((one) => one.file === `${file}.ndjson` && one.line === 1);
      expect([file, field, refused?.errors.map((error) => error.field)]).toEqual([
        ...[file, field],
        expect.arrayContaining([field]),
      ]);
    }
  });

  test('is refused as a whole if it has something that no export contains', async () => {
    const owner = await site.addUser();
    for (const [file, change, field] of forgeries) {
      const changed = await changeExport(path, file, change);
      await expect(restore(owner.id, changed)).rejects.toThrow(
        `Line 1, column 1: ${file}.ndjson: ${field} is not valid`,
      );
    }
    expect((await site.send('GET', '/api/urls', { key: owner.key })).json.data.result).toBe(0);
  });

  test('is not read beyond the files of an export, and no line with more values than an export has', async () => {
    guards('background-rights');
    const owner = await site.addUser();
    for (const name of ['constructor.ndjson', 'other.ndjson', '__MACOSX/._links.ndjson'])
      expect((await restore(owner.id, await replaceFile(path, name, ['not NDJSON\n']))).report.rows).toBe(4);
    const many = `{"id":1,"tags":[${'{},'.repeat(500_000)}{}]}\n`;
    await expect(restore(owner.id, await replaceFile(path, 'links.ndjson', [many]))).rejects.toThrow('too many values');
  });

  test('is restored completely if one day or one subject is too large for the memory', async () => {
    const owner = await site.addUser();
    const { db } = site.database;
    const archive = await ZipArchive.open(path);
    const firstOf = async (file: string): Promise<Line> => {
      for await (const text of archive.lines(file)) {
        const line = JSON.parse(text);
        if (line.of === 'link') return line;
      }
    };
    const [visits, counts] = [await firstOf('clicks.ndjson'), await firstOf('statistics.ndjson')];
    const long = 'x'.repeat(2_000);
    const click = { ...visits.clicks[0], city: long, browser: long, referrer: long, language: long, country: long };
    const day = `${JSON.stringify({ ...visits, clicks: Array(100).fill(click) })}\n`;
    const hour = (number: number) => {
      const start = new Date(Date.UTC(2026, 9, 1, number)).toISOString();
      const named = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${long}${index}`.slice(-2_000), 1]));
      return `${JSON.stringify({ ...counts, span: 'hour', start, clicks: 50, bots: 0, counts: { city: named } })}\n`;
    };
    const large = await replaceFile(path, 'clicks.ndjson', Array(40).fill(day));
    const file = await replaceFile(
      large,
      'statistics.ndjson',
      Array.from({ length: 400 }, (_, number) => hour(number)),
    );
    await restore(owner.id, file);
    const { urls } = (await site.send('GET', '/api/urls', { key: owner.key })).json.data;
    let [clicks, hours] = [0, 0];
    for (const { id } of urls) {
      for await (const part of readSubjectClicks(db, 'link', id)) clicks += part.clicks.length;
      for await (const rollups of readAllRollups(db, { noun: 'link', id }))
        hours += rollups.filter(({ key }) => key.span === 'hour').length;
    }
    expect([clicks, hours]).toEqual([4_000, 400]);
  });

  test('gives a domain the name of its host, and an import leaves its rows in the audit log', async () => {
    const { id, key } = await site.addUser();
    const rename = (line: Line) => Object.assign(line, { host: 'other.example.com', verified_at: line.created_at });
    await restore(id, await changeExport(path, 'domains', rename));
    const row = await site.database.db.selectFrom('domains').selectAll().where('user_id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ name: 'other.example.com', reversed_name: 'com.example.other', verified_at: null });
    const { audit } = (await site.send('GET', '/api/audit?limit=100', { key })).json.data;
    const rows = audit.filter(({ actor }: Line) => actor.kind === 'import');
    // The names of the campaign, the QR code and the bio page are taken on this server.
    expect(new Set(rows.map(({ noun }: Line) => noun)).size).toBe(9);
    expect(JSON.stringify(rows)).not.toContain('argon2');
  });
});
