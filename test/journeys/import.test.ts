import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAccount } from '../support/add-account.ts';
import { newFolder, newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { signpost } from '../support/server-process.ts';

const EMAIL = 'a@example.com';

onEachEngine('signpost import', (engine) => {
  test('a file of any size is imported; refused rows are written with their reasons, and imported once corrected', async () => {
    const environment = await newReadyEnvironment(engine);
    await addAccount(environment, { email: EMAIL });
    const file = join(newFolder(), 'links.csv');
    // Rows are stored 500 at a time.
    const rows = Array.from({ length: 510 }, (_, at) => `https://example.com/${at};a-${at};"Line\n${at}"`);
    rows[505] = 'ftp://example.com/;-bad;"says ""=1"""';
    rows.splice(300, 0, '');
    writeFileSync(file, `\ufefflong url;slug;title;clicks\r\n${rows.join('\r\n')}`);
    const run = (...words: string[]) =>
      signpost(['import', '--file', file, '--user', EMAIL, '--json', ...words], environment);

    const tried = await run('--dry-run', '--refused', `${file}.tried`);
    expect(JSON.parse(tried.stdout)).toMatchObject({ rows: 510, imported: 509, existing: 0, refused: 1 });
    const first = await run('--tag', 'moved');
    expect(JSON.parse(first.stdout)).toEqual({
      ...{ rows: 510, imported: 509, existing: 0, refused: 1, clicks: 0, bots: 0, undated: 0, ignored: [] },
      file: `${file}.refused.csv`,
      conflicts: [{ alias: '-bad', errors: [expect.objectContaining({ field: 'url' })] }],
    });
    expect(first.stderr).toContain('500 rows: 500 imported');
    const refused = readFileSync(`${file}.refused.csv`, 'utf8');
    expect(refused).toBe(
      'long url,slug,title,clicks,refused_because\r\n' +
        `ftp://example.com/,'-bad,"says ""=1""",,url: Must begin with http:// or https://.\r\n`,
    );

    writeFileSync(file, refused.replace('ftp:', 'https:'));
    expect(JSON.parse((await run()).stdout)).toMatchObject({ rows: 1, imported: 1, refused: 0 });
    const again = await signpost(['import', '--file', file, '--user', EMAIL], environment);
    expect([again.exitCode, again.stdout]).toEqual([
      0,
      '1 link: 0 imported, 1 already exists, 0 rejected.\nIgnored columns: refused_because.\n',
    ]);
  });
});

test('invalid options are reported before anything is stored', async () => {
  const environment = await newReadyEnvironment('sqlite');
  await addAccount(environment, { email: EMAIL });
  const file = join(newFolder(), 'links.csv');
  writeFileSync(file, 'url\nhttps://example.com/\n');
  for (const [words, exitCode, sentence] of [
    [['--file', file], 2, '--user is required'],
    [['--file', `${file}.none`, '--user', EMAIL], 2, '--file not found'],
    [['--file', file, '--user', EMAIL, '--refused', file], 2, 'must not be the same file as --file'],
    [['--file', file, '--user', EMAIL, '--taken', 'steal'], 1, 'Must be one of skip, rename'],
    [['--file', file, '--user', 'nobody@example.com'], 1, 'No account has'],
    [['--file', file, '--user', EMAIL, '--domain', 'nobody.example'], 1, "You don't own this domain"],
  ] as const) {
    const ended = await signpost(['import', ...words], environment);
    expect([ended.exitCode, ended.stderr]).toEqual([exitCode, expect.stringContaining(sentence)]);
  }
  writeFileSync(file, 'name\nx\n');
  const noUrl = await signpost(['import', '--file', file, '--user', EMAIL], environment);
  expect([noUrl.exitCode, noUrl.stderr]).toEqual([1, expect.stringContaining('the columns name.')]);
});
