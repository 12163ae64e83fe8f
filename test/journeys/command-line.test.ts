import { expect, test } from 'bun:test';
import { freePort } from '../../scripts/services.ts';
import { describeCommand } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { readConfig } from '../../src/config/config.ts';
import { openStore } from '../../src/db/open.ts';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment, newStoreEnvironment, onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { signpost, typePasswords } from '../support/server-process.ts';
import { findService } from '../support/services.ts';

const ADD_WITH_STDIN = ['user', 'add', '--email', 'a@example.com', '--password-stdin', '--json'];
const ADD = ['user', 'add', '--email', 'a@example.com', '--password', 'correct horse 9'];

onEachEngine('command line', (engine) => {
  test('users and keys are created and listed, as text and as JSON', async () => {
    const environment = await newStoreEnvironment(engine);
    const added = await signpost([...ADD, '--json'], environment);
    expect(JSON.parse(added.stdout)).toEqual({ id: 1, email: 'a@example.com', apikey: expect.stringMatching(/^sp_/) });
    const second = await signpost(
      ['user', 'add', '--email', 'b@example.com', '--password', 'correct horse 9', '--username', 'bee'],
      environment,
    );
    expect(second.stdout).toMatch(/^Account \d+ \(b@example\.com\) created\..*\nsp_/);

    const users = JSON.parse((await signpost(['user', 'list', '--json'], environment)).stdout);
    expect(users).toMatchObject([
      { email: 'a@example.com', username: 'a', admin: true },
      { email: 'b@example.com', username: 'bee', admin: false },
    ]);
    expect((await signpost(['user', 'list'], environment)).stdout).toContain('a@example.com  a  administrator');

    const key = await signpost(
      ['key', 'new', '--email', 'B@example.com', '--expiry', '2030-01-01 00:00:00', '--json'],
      environment,
    );
    expect(JSON.parse(key.stdout)).toEqual({ id: 3, apikey: expect.stringMatching(/^sp_/) });
    const nobody = await signpost(['key', 'new', '--email', 'c@example.com'], environment);
    expect(nobody).toMatchObject({ exitCode: 1, stdout: '' });

    const taken = await signpost([...ADD, '--json'], environment);
    expect(taken.exitCode).toBe(1);
    expect(JSON.parse(taken.stderr)).toEqual({ error: 1, message: 'This email address is already in use.' });
  });

  test('a reset link sets a new password once, and an unknown account is named', async () => {
    const environment = await newReadyEnvironment(engine);
    await addAccount(environment, { email: 'a@example.com' });
    const reset = await signpost(['user', 'reset', 'A@example.com', '--json'], environment);
    const { link, expiry } = JSON.parse(reset.stdout);
    expect(link).toMatch(/^http:\/\/localhost:\d+\/app\/reset#[\w-]{43}$/);
    expect(expiry).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const asText = await signpost(['user', 'reset', 'a@example.com'], environment);
    expect(asText.stdout).toMatch(/^Open this link once, before .* UTC:\nhttp.*\/app\/reset#/);
    const nobody = await signpost(['user', 'reset', 'c@example.com'], environment);
    expect(nobody).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('c@example.com') });
    const { database } = await openStore(readConfig(environment), 0);
    expect(await database.db.selectFrom('password_resets').select('user_id').execute()).toEqual([
      { user_id: 1 },
      { user_id: 1 },
    ]);
    await database.close();
  });

  test('accounts are disabled, enabled and made administrators; one administrator remains', async () => {
    const environment = await newReadyEnvironment(engine);
    await addAccount(environment, { email: 'a@example.com' });
    const who = ['--email', 'a@example.com', '--json'];
    for (const words of [['disable'], ['admin', '--off']]) {
      const refused = await signpost(['user', ...words, ...who], environment);
      expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('last administrator')]);
    }
    await addAccount(environment, { email: 'b@example.com' });
    const second = ['--email', 'b@example.com', '--json'];
    expect(JSON.parse((await signpost(['user', 'admin', ...second], environment)).stdout)).toMatchObject({
      admin: true,
    });
    const disabled = await signpost(['user', 'disable', ...who], environment);
    expect(JSON.parse(disabled.stdout)).toEqual({ id: 1, email: 'a@example.com', disabled: true });
    expect((await signpost(['user', 'enable', ...who], environment)).exitCode).toBe(0);
    const reset = await signpost(['user', 'reset', ...second], environment);
    expect(JSON.parse(reset.stdout).link).toContain('/app/reset#');
  });

  test('a password is read from standard input, which other users of the machine cannot see', async () => {
    guards('secrets');
    const environment = await newReadyEnvironment(engine);
    // Spaces are part of the password, the newline is not.
    const added = await signpost(ADD_WITH_STDIN, environment, undefined, ' correct horse 9 \n');
    expect(JSON.parse(added.stdout)).toMatchObject({ email: 'a@example.com' });
    const { database } = await openStore(readConfig(environment), 0);
    const { password_hash } = await database.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
    await database.close();
    expect(await Bun.password.verify(' correct horse 9 ', password_hash)).toBe(true);
    expect(password_hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('keys from the command line manage the account only with the option for it; the first key always does', async () => {
    guards('key-scope');
    const environment = await newReadyEnvironment(engine);
    await signpost(ADD, environment);
    await signpost(['key', 'new', '--email', 'a@example.com'], environment);
    await signpost(['key', 'new', '--email', 'a@example.com', '--account'], environment);
    const { database } = await openStore(readConfig(environment), 0);
    const keys = await database.db.selectFrom('keys').select('manages_account').orderBy('id').execute();
    await database.close();
    expect(keys.map(({ manages_account }) => manages_account)).toEqual([1, 0, 1]);
  });

  test('invalid input is refused, and the error names the field', async () => {
    const environment = await newReadyEnvironment(engine);
    const { exitCode, stderr } = await signpost(
      ['user', 'add', '--email', 'nobody', '--password', 'short', '--json'],
      environment,
    );
    expect(exitCode).toBe(1);
    expect(JSON.parse(stderr).errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'password']);
    expect(JSON.parse((await signpost(['user', 'list', '--json'], environment)).stdout)).toEqual([]);
  });

  test('migrate reports its migrations, and then that the store is up to date; doctor warns before, and reports ok after', async () => {
    const environment = await newStoreEnvironment(engine);
    if (engine === 'postgres') {
      const empty = await signpost(['doctor'], environment);
      expect(empty.stdout).toMatch(/warning +store +.* lacks 0001/);
    }
    const first = JSON.parse((await signpost(['migrate', '--json'], environment)).stdout);
    expect(first.applied[0]).toBe('0001-identity-and-pixels');
    expect((await signpost(['migrate'], environment)).stdout).toBe('The database is up to date.\n');
    const { exitCode, stdout } = await signpost(['doctor', '--json'], environment);
    expect(exitCode).toBe(0);
    const { ok, findings } = JSON.parse(stdout);
    expect(ok).toBe(true);
    expect(findings.find(({ check }: { check: string }) => check === 'store')).toMatchObject({ state: 'ok' });
  });
});

test('a password on standard input must be one line that is valid, without --password beside it', async () => {
  const environment = await newReadyEnvironment('sqlite');
  for (const input of ['short\n', '']) {
    const { exitCode, stderr } = await signpost(ADD_WITH_STDIN, environment, undefined, input);
    expect([exitCode, JSON.parse(stderr).errors[0].field]).toEqual([1, 'password']);
  }
  const lines = await signpost(ADD_WITH_STDIN, environment, undefined, 'two lines 123\nof text\n');
  expect([lines.exitCode, lines.stderr]).toEqual([2, expect.stringContaining('exactly one line')]);
  const both = await signpost([...ADD_WITH_STDIN, '--password', 'correct horse 9'], environment, undefined, 'x\n');
  expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('not both')]);
});

test('doctor describes each problem and exits with code 1', async () => {
  const wrong = await signpost(['doctor'], { PORT: 'abc' });
  expect(wrong.exitCode).toBe(1);
  expect(wrong.stdout).toMatch(/failed +configuration +PORT must be a whole number/);

  const unusedPort = await freePort();
  const down = await signpost(['doctor'], {
    ...(await newStoreEnvironment('sqlite')),
    DATABASE_URL: `postgres://u:hidden@127.0.0.1:${unusedPort}/d`,
    REDIS_URL: `redis://127.0.0.1:${unusedPort}`,
  });
  expect(down.exitCode).toBe(1);
  expect(down.stdout).toMatch(/failed +store +The database in DATABASE_URL cannot be used/);
  expect(down.stdout).toMatch(/failed +redis +Redis at REDIS_URL is not reachable/);
  expect(down.stdout + down.stderr).not.toContain('hidden');
});

test('healthcheck exits with code 1 while no server responds, and says why', async () => {
  const port = String(await freePort());
  const { exitCode, stdout } = await signpost(['healthcheck', '--json'], { PORT: port, HOST: '::' });
  const url = `http://[::1]:${port}/healthz`;
  expect(JSON.parse(stdout)).toEqual({ ok: false, url, problem: expect.stringContaining('ECONNREFUSED') });
  expect(exitCode).toBe(1);
});

test('doctor reports a Redis that responds [redis]', async () => {
  const environment = { ...(await newStoreEnvironment('sqlite')), REDIS_URL: await findService('redis') };
  expect((await signpost(['doctor'], environment)).stdout).toMatch(/ok +redis +Redis is reachable/);
});

test('without the option the terminal prompts twice for the password and does not show it', async () => {
  guards('secrets');
  const environment = await newReadyEnvironment('sqlite');
  const words = ['user', 'add', '--email', 'a@example.com'];
  const different = await typePasswords(words, environment, ['correct horse 9\r', 'correct horse 8\r']);
  expect(different.stdout).toContain('the passwords do not match');
  // A typing error is corrected with backspace.
  const { stdout, exitCode } = await typePasswords(words, environment, [
    'correct hx\u007forse 9\r',
    'correct horse 9\r',
  ]);
  expect(stdout).toMatch(/Password: \r?\nRepeat password: \r?\nAccount \d+ \(a@example\.com\) created/);
  expect(stdout).not.toContain('horse');
  expect(exitCode).toBe(0);
});

test('help and usage', async () => {
  const help = await signpost(['--help'], {});
  expect(help.exitCode).toBe(0);
  for (const name of [
    'serve',
    'user add',
    'user list',
    'key new',
    'migrate',
    'backup',
    'restore',
    'import',
    'export',
    'doctor',
    'healthcheck',
    'install-service',
  ]) {
    expect(help.stdout).toContain(`  ${name} `);
    const command = await commands[name]?.();
    const own = command ? describeCommand(command) : '';
    expect(own).toStartWith(`signpost ${name}: `);
    expect(own).toContain('--json');
    if (name === 'key new') expect(own).toContain('--account');
  }
  expect((await signpost(['doctor', '--help'], {})).stdout).toStartWith('signpost doctor: ');
  const { exitCode, stdout } = await signpost(['user', 'add', '--help'], {});
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/--password PASSWORD +.*visible to other users of this machine/);
  for (const [words, sentence] of [
    [['fly'], "unknown command 'fly'"],
    [['user', 'add'], '--email is required'],
    [['user', 'add', '--email', 'a@example.com'], 'pipe it in with --password-stdin'],
    [['user', 'add', '--emial', 'x'], "Unknown option '--emial'"],
    [['backup'], '--out is required'],
    [['restore'], '--from is required'],
    [['migrate', 'now'], 'Unexpected argument'],
    [['user', 'reset'], 'EMAIL is required'],
    [['user', 'reset', 'a@example.com', 'b@example.com'], 'unexpected argument'],
  ] as const) {
    const { exitCode, stderr } = await signpost([...words], {});
    expect(exitCode).toBe(2);
    expect(stderr).toContain(sentence);
  }
});
