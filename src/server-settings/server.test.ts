import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { type SmtpServer, startSmtpServer } from '../../test/support/smtp-server.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { readConfig } from '../config/config.ts';
import { settings } from '../config/settings.ts';
import { hideCredentials } from '../config/shown-settings.ts';
import { adviseOnProxy } from './advise-on-proxy.ts';

const PASSWORD = 'p%40ss-of-mail';

onEachEngine('server settings', (engine) => {
  let site: TestSite;
  let mail: SmtpServer;
  let admin: { id: number; key: string };
  let user: { id: number; key: string };

  beforeAll(async () => {
    mail = startSmtpServer();
    site = await openTestSite(engine, {
      BASE_URL: 'https://sgn.example',
      SMTP_URL: mail.url.replace('smtp://', `smtp://mailer:${PASSWORD}@`),
      SECRET: 'a secret of sixteen',
      TRUST_PROXY: '10.0.0.1',
    });
    admin = await site.addUser('admin@example.com');
    user = await site.addUser('other@example.com');
  });
  afterAll(async () => {
    await site.close();
    mail.stop();
  });

  const read = async (sent: object = {}) =>
    (await site.send('GET', '/api/server', { key: admin.key, ...sent })).json.data;

  test('are for administrators only', async () => {
    for (const [method, path] of [
      ['GET', '/api/server'],
      ['POST', '/api/server/mail'],
    ] as const) {
      expect((await site.send(method, path)).status).toBe(401);
      expect((await site.send(method, path, { key: user.key })).json.code).toBe('admin_required');
    }
    expect(mail.mailCount()).toBe(0);
  });

  test('show version, health and every setting, without secrets', async () => {
    const { text, json } = await site.send('GET', '/api/server', { key: admin.key });
    const { health, settings: shown, ...facts } = json.data;
    expect(facts).toMatchObject({ version: '0.1.0', registration: 'closed', mail: true, workers: 1 });
    const states = Object.entries<{ state: string }>(health).map(([name, { state }]) => [name, state]);
    expect(Object.fromEntries(states)).toEqual({
      store: 'ok',
      replica: 'off',
      redis: 'off',
      counting: 'ok',
      backups: 'off',
      disk: 'ok',
      clock: 'ok',
    });
    expect(health.store).toMatchObject({ engine, damage: 0, problem: null });
    expect(health.disk.free).toBeGreaterThan(0);
    expect(Math.abs(health.clock.offset)).toBeLessThan(1_000);
    expect(shown.map(({ name }: { name: string }) => name)).toEqual(Object.values(settings).map(({ name }) => name));
    const find = (name: string) => shown.find((one: { name: string }) => one.name === name);
    expect(find('SECRET')).toMatchObject({ set: true, value: null, secret: true });
    expect(find('BASE_URL')).toMatchObject({ set: true, value: 'https://sgn.example', secret: false });
    expect(find('BACKUP_EVERY')).toMatchObject({ set: false, value: null, default: 'off', secret: false });
    expect(find('SMTP_URL').value).toMatch(/^smtp:\/\/\*\*\*:\*\*\*@127\.0\.0\.1:\d+\/\?from=/);
    for (const secret of ['a secret of sixteen', PASSWORD, 'p@ss-of-mail', 'mailer'])
      expect(text).not.toContain(secret);
  });

  test('show the address of the connection and of the client, and what to set', async () => {
    const forwarded = { 'X-Forwarded-For': '198.51.100.7' };
    expect((await read({ peer: '203.0.113.9' })).client).toEqual({
      ...{ peer: '203.0.113.9', forwarded: null, address: '203.0.113.9', trusted: false, advice: 'direct', set: null },
    });
    expect((await read({ peer: '10.0.0.1', headers: forwarded })).client).toMatchObject({
      ...{ address: '198.51.100.7', trusted: true, advice: 'proxied', set: null },
    });
    expect((await read({ peer: '10.0.0.2', headers: forwarded })).client).toMatchObject({
      ...{ address: '10.0.0.2', trusted: false, advice: 'untrusted_proxy', set: '10.0.0.1,10.0.0.2' },
    });
  });

  test('send a test mail to the administrator', async () => {
    const { json } = await site.send('POST', '/api/server/mail', {
      key: admin.key,
      headers: { 'Accept-Language': 'de' },
    });
    expect(json).toEqual({ error: 0, message: 'Mail has been sent.', to: 'admin@example.com' });
    const sent = await mail.next();
    expect(sent).toContain('To: admin@example.com');
    expect(sent).toContain('Test-E-Mail');
  });
});

test('a mail that cannot be sent says what the mail server said, without the password', async () => {
  const refusing = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: (socket) => void socket.write('220 test\r\n'),
      data(socket, bytes) {
        const isGreeting = bytes.toString().startsWith('EHLO');
        socket.write(isGreeting ? '250-test\r\n250 AUTH PLAIN\r\n' : '535 5.7.8 hunter2 is wrong\r\n');
      },
    },
  });
  const site = await openTestSite('sqlite', { SMTP_URL: `smtp://me:hunter2@127.0.0.1:${refusing.port}` });
  const { key } = await site.addUser();
  const { status, json } = await site.send('POST', '/api/server/mail', { key });
  expect([status, json.code]).toEqual([503, 'mail_failed']);
  expect(json.message).toContain('535 5.7.8 *** is wrong');
  await site.close();
  refusing.stop(true);

  const without = await openTestSite('sqlite');
  const other = await without.addUser();
  expect((await without.send('POST', '/api/server/mail', { key: other.key })).json.code).toBe('no_mail_server');
  await without.close();
});

test('the advice on TRUST_PROXY depends on the peer and on the header', () => {
  const advise = (peer: string, forwardedFor: string | null, address: string, isPeerTrusted: boolean) =>
    Object.values(adviseOnProxy({ peer, forwardedFor, address, isPeerTrusted }));
  expect(advise('203.0.113.9', null, '203.0.113.9', false)).toEqual(['direct', null]);
  expect(advise('192.168.0.5', null, '192.168.0.5', false)).toEqual(['private_peer', null]);
  expect(advise('::ffff:127.0.0.1', '198.51.100.7', '127.0.0.1', false)).toEqual(['untrusted_proxy', 'loopback']);
  expect(advise('172.18.0.2', '198.51.100.7', '172.18.0.2', false)).toEqual(['untrusted_proxy', '172.18.0.2']);
  expect(advise('127.0.0.1', null, '127.0.0.1', true)).toEqual(['header_missing', null]);
  expect(advise('127.0.0.1', '198.51.100.7', '198.51.100.7', true)).toEqual(['proxied', null]);
  expect(advise('127.0.0.1', '198.51.100.7, 10.1.2.3', '10.1.2.3', true)).toEqual(['another_proxy', '10.1.2.3']);
});

test('no part of a secret setting is shown', () => {
  expect(hideCredentials('postgres://user:hidden@db.example/signpost?sslpassword=hidden&application_name=x')).toBe(
    'postgres://***:***@db.example/signpost?sslpassword=***&application_name=x',
  );
  expect(hideCredentials('hidden')).toBeUndefined();
  const urls = { DATABASE_URL: 'postgres:', DATABASE_REPLICA_URL: 'postgres:', REDIS_URL: 'redis:', S3_URL: 'https:' };
  const given = Object.entries(urls).map(([name, scheme]) => [name, `${scheme}//hidden:hidden@host/one`]);
  const { shown } = readConfig({ ...Object.fromEntries(given), SECRET: 'hidden hidden hidden' });
  expect(JSON.stringify(shown)).not.toContain('hidden');
  expect(shown.filter(({ isSet }) => isSet)).toHaveLength(5);
});
