import { expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { openStore } from '../../src/db/open.ts';
import { countClicks, type TestClick } from '../support/count-clicks.ts';
import { newFolder, newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { PROGRAM, signpost } from '../support/server-process.ts';

const AT = Date.UTC(2026, 10, 16, 12);

/** A store with these visits to links that no longer exist: only their rollups remain. */
async function storeWith(engine: 'sqlite' | 'postgres', clicks: TestClick[], linkIds = [7]) {
  const environment = await newReadyEnvironment(engine);
  const { database } = await openStore(readConfig(environment), AT);
  for (const linkId of linkIds) await countClicks(database, { linkId, userId: 1 }, clicks);
  await database.close();
  return environment;
}

function linesOf(text: string) {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

onEachEngine('export', (engine) => {
  test('every count of every rollup is a line, in the order of the rollups', async () => {
    const environment = await storeWith(engine, [
      { at: AT, visitor: 1, country: 'Canada', times: 12 },
      { at: AT, bot: 'crawler' },
    ]);
    const { exitCode, stdout, stderr } = await signpost(['export', '--stats'], environment);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = linesOf(stdout);
    // Two subjects with three rollups each: clicks, bots, visitors, a country, a bot.
    expect(lines).toHaveLength(2 * 3 * 5);
    expect(lines.slice(15).map(({ noun, span, start }) => `${noun} ${span} ${start}`)).toEqual([
      ...Array(5).fill('link total '),
      ...Array(5).fill('link day 2026-11-16 00:00:00'),
      ...Array(5).fill('link hour 2026-11-16 12:00:00'),
    ]);
    const day = { noun: 'link', id: 7, short: '', span: 'day', start: '2026-11-16 00:00:00' };
    expect(lines.slice(20, 25)).toEqual([
      { ...day, dimension: 'clicks', value: '', count: 12 },
      { ...day, dimension: 'bots', value: '', count: 1 },
      { ...day, dimension: 'visitors', value: '', count: 1 },
      { ...day, dimension: 'country', value: 'Canada', count: 12 },
      { ...day, dimension: 'bot', value: 'crawler', count: 1 },
    ]);
  });

  test('an existing link is named by its alias', async () => {
    const environment = await storeWith(engine, [{ at: AT }], [1]);
    const { database } = await openStore(readConfig(environment), AT);
    await database.db
      .insertInto('users')
      .values({ email: 'a@example.com', username: 'a', password_hash: '', is_admin: 0, created_at: AT })
      .execute();
    await database.db
      .insertInto('links')
      .values({
        ...{ user_id: 1, domain_id: 0, alias: 'hello', url: 'https://example.com/', url_hash: '', description: '' },
        ...{ type: 'direct', status: 'active', forward_query: 1, redirect_code: 302, created_at: AT, search_words: '' },
        ...{ meta_title: '', meta_description: '', meta_image: '' },
      })
      .execute();
    await database.close();
    const lines = linesOf((await signpost(['export', '--stats'], environment)).stdout);
    expect(lines.filter(({ noun }) => noun === 'link').every(({ short }) => short === 'hello')).toBe(true);
    expect(lines.filter(({ noun }) => noun === 'user').every(({ short }) => short === '')).toBe(true);
  });

  test('CSV has a header, quotes values where needed, and contains no formula', async () => {
    const environment = await storeWith(engine, [
      {
        at: AT,
        city: 'Paris, "France"',
        referrer: '=cmd|calc',
        browser: '@x',
        os: '-1+2',
        device: '\tTab',
        language: '+49',
      },
    ]);
    const { stdout } = await signpost(['export', '--stats', '--format', 'csv'], environment);
    const lines = stdout.split('\r\n');
    expect(lines[0]).toBe('noun,id,short,span,start,dimension,value,count');
    expect(lines).toContain('link,7,,day,2026-11-16 00:00:00,city,"Paris, ""France""",1');
    expect(lines).toContain("link,7,,total,,referrer,'=cmd|calc,1");
    expect(lines).toContain("link,7,,total,,browser,'@x,1");
    expect(lines).toContain("link,7,,total,,os,'-1+2,1");
    expect(lines).toContain('link,7,,total,,device,"\'\tTab",1');
    expect(lines).toContain("link,7,,total,,language,'+49,1");
    expect(lines.at(-1)).toBe('');
  });

  test('an export larger than one batch is complete, in a file that only its owner may read', async () => {
    const ids = Array.from({ length: 150 }, (_, index) => index + 1);
    const environment = await storeWith(engine, [{ at: AT, country: 'Canada' }], ids);
    const out = join(newFolder(), 'counts.ndjson');
    const { stdout, exitCode } = await signpost(['export', '--stats', '--out', out, '--json'], environment);
    expect(exitCode).toBe(0);
    const lines = linesOf(readFileSync(out, 'utf8'));
    expect(JSON.parse(stdout)).toEqual({ rows: lines.length, out });
    expect(lines).toHaveLength((150 + 1) * 3 * 4);
    const links = lines.filter(
      ({ noun, span, dimension }) => noun === 'link' && span === 'hour' && dimension === 'clicks',
    );
    expect(links.map(({ id }) => id)).toEqual(ids);
    expect(lines.find(({ noun }) => noun === 'user')).toMatchObject({ id: 1, dimension: 'clicks', count: 150 });
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });
});

test('the export of an empty store is empty', async () => {
  const environment = await newReadyEnvironment('sqlite');
  expect(await signpost(['export', '--stats'], environment)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  const csv = await signpost(['export', '--stats', '--format', 'csv'], environment);
  expect(csv.stdout).toBe('noun,id,short,span,start,dimension,value,count\r\n');
  const out = join(newFolder(), 'none');
  expect((await signpost(['export', '--stats', '--out', out], environment)).stdout).toBe(`0 rows written to ${out}.\n`);
});

test('a reader that closes the pipe early causes no failure', async () => {
  const clicks = Array.from({ length: 60 }, (_, index) => ({ at: AT, country: `Land ${index} ${'x'.repeat(200)}` }));
  const environment = await storeWith('sqlite', clicks, [1, 2, 3]);
  const pipe = ['sh', '-c', `${PROGRAM} export --stats | head -n 1; exit 0`];
  const { exitCode, stdout, stderr } = await signpost([], environment, pipe);
  expect(exitCode).toBe(0);
  expect(linesOf(stdout)).toHaveLength(1);
  expect(stderr).toBe('');
});

for (const [words, sentence] of [
  [[], 'one of --all, --stats and --audit is required'],
  [['--stats', '--audit'], 'one of --all, --stats and --audit is required'],
  [['--stats', '--format', 'xml'], "--format must be ndjson or csv, not 'xml'"],
  [['--stats', '--format', 'constructor'], '--format must be ndjson or csv'],
  [['--stats', '--out', '/no/such/folder/x'], '--out cannot be written'],
] as const) {
  test(`export ${words.join(' ')} is refused with the reason`, async () => {
    const environment = await newReadyEnvironment('sqlite');
    const { exitCode, stderr, stdout } = await signpost(['export', ...words], environment);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });
}
