import { expect, test } from 'bun:test';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newConfig, newFolder, onEachEngine } from '../../test/support/engines.ts';
import { readConfig } from '../config/config.ts';
import { openStore } from '../db/open.ts';
import { checkClock } from './check-clock.ts';
import { checkDisk } from './check-disk.ts';
import { checkProvider } from './check-provider.ts';
import { checkProxy } from './check-proxy.ts';
import { Warning } from './warning.ts';

for (const [environment, sentence] of [
  [{}, 'visitors connect to this server directly'],
  [{ BASE_URL: 'https://sgn.example', TRUST_PROXY: 'loopback' }, 'The server screen of the dashboard'],
  [{ TRUST_PROXY: 'loopback' }, 'TRUST_PROXY is set, but BASE_URL is not'],
  [{ BASE_URL: 'https://sgn.example' }, 'Set TRUST_PROXY to the address of the proxy'],
  [{ BASE_URL: 'https://sgn.example', TRUST_PROXY: '10.0.0.1,0.0.0.0/0' }, 'any visitor can forge theirs'],
  [
    { BASE_URL: 'https://sgn.example', TRUST_PROXY: '10.0.0.1', HTTPS: 'auto', ACME_EMAIL: 'a@sgn.example' },
    'TRUST_PROXY and HTTPS=auto are both set',
  ],
] as [Record<string, string>, string][]) {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  test(`proxy: ${settings.join(' ') || 'no settings'} is explained`, () => {
    let text: string;
    try {
      text = checkProxy(readConfig(environment));
    } catch (error) {
      expect(error).toBeInstanceOf(Warning);
      text = (error as Warning).message;
    }
    expect(text).toContain(sentence);
  });
}

test('provider: it must be reachable and call itself like OIDC_ISSUER', async () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      url.includes('/realm/')
        ? Response.json({ issuer: url.split('/.')[0] })
        : Response.json({ issuer: 'https://x.example' }),
  });
  const check = (issuer: string) =>
    checkProvider(readConfig({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }));
  const base = `http://127.0.0.1:${server.port}`;
  expect(await check(`${base}/realm/staff`)).toContain('/api/session/oidc/callback');
  expect(check(base)).rejects.toThrow('OIDC_ISSUER must be https://x.example');
  await server.stop(true);
  expect(check(base)).rejects.toThrow('cannot be reached');
  expect(await checkProvider(readConfig({}))).toContain('is not set');
});

test('disk: the free space is reported', () => {
  const config = readConfig({ DATA_DIR: newFolder(), BACKUP_EVERY: '24h' });
  expect(checkDisk(config)).toMatch(/ are free in /);
});

onEachEngine('clock', (engine) => {
  test('the clock of the store is compared with this machine’s', async () => {
    const config = await newConfig(engine);
    mkdirSync(config.dataDir, { recursive: true });
    const { database } = await openStore(config, Date.now());
    await database.close();
    expect(await checkClock(config)).toMatch(/^It is [\d: -]+ UTC on this machine/);
    if (engine === 'postgres') return;
    const file = join(config.dataDir, 'signpost.db-wal');
    writeFileSync(file, '');
    const later = Date.now() / 1000 + 3_600;
    utimesSync(file, later, later);
    expect(checkClock(config)).rejects.toThrow('the clock was set back');
  });
});
