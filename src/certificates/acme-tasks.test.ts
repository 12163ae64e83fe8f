import { afterAll, expect, test } from 'bun:test';
import { TEST_CERTIFICATE } from '../../test/support/test-certificate.ts';
import { createAcmeRunner, runAcmeTask } from './acme-tasks.ts';

// Pebble 2.4 has no renewal windows and no rate limits. This server stands in for a certificate authority that has them.
const asked: string[] = [];
const responses = new Map<string, () => Response>();
const authority = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    return responses.get(pathname)?.() ?? new Response('nothing here', { status: 404 });
  },
});
afterAll(() => authority.stop(true));
const base = `http://127.0.0.1:${authority.port}`;
const run = createAcmeRunner(runAcmeTask);

/** Its serial number is 0x87654321, which has a zero byte before it, and the key of its issuer is 10:71:10:03:…:54:5E. */
const HIGH_SERIAL = `-----BEGIN CERTIFICATE-----
MIIBejCCASCgAwIBAgIFAIdlQyEwCgYIKoZIzj0EAwIwGTEXMBUGA1UEAwwOc2Vy
aWFsLmV4YW1wbGUwIBcNMjYxMTE3MTk0ODM1WhgPMjEyNjEwMjQxOTQ4MzVaMBkx
FzAVBgNVBAMMDnNlcmlhbC5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAELGd3XdHZnx10dlT5J6lHGWkktzAS/xv3wE43Y9BvJZauJOwdpmf/jT9DxUh4
8jW51AD+J6VLL6XC+fCDbpDxvaNTMFEwHQYDVR0OBBYEFBBxEAO5LQJfGuHfsKT3
HgcBeFReMB8GA1UdIwQYMBaAFBBxEAO5LQJfGuHfsKT3HgcBeFReMA8GA1UdEwEB
/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgZKavHJ7hUFolcMl7yk9u2eqv+r1Q
Mb6K1xuATVVyKUwCIQC6B7iokNBrwcmWLbaFbf02Qj1pGCn88hIMVrSafgARjw==
-----END CERTIFICATE-----
`;

// The example of RFC 9773 has the same serial number.
const idOfHighSerial = `${Buffer.from('10711003B92D025F1AE1DFB0A4F71E070178545E', 'hex').toString('base64url')}.AIdlQyE`;

test('the renewal window is asked for by the key of the issuer and the serial number', async () => {
  responses.set('/with', () => Response.json({ renewalInfo: `${base}/renewal` }));
  const window = { start: '2026-12-01T00:00:00Z', end: '2026-12-03T00:00:00Z' };
  const answer = () => Response.json({ suggestedWindow: window }, { headers: { 'Retry-After': '7200' } });
  responses.set(`/renewal/${idOfHighSerial}`, answer);
  expect(await run('readRenewalAdvice', { directory: `${base}/with`, chain: HIGH_SERIAL })).toEqual({
    window: { start: Date.UTC(2026, 11, 1), end: Date.UTC(2026, 11, 3) },
    askAgainMs: 7_200_000,
  });
  await run('readRenewalAdvice', { directory: `${base}/with`, chain: TEST_CERTIFICATE });
  expect(asked.at(-1)).toBe('/renewal/Uxgv2i9y2pPo81DmV-yHVxysqt4.P5vFcdmuhmnCLYpWbXaDsIOBUyk');
});

test('a certificate authority without renewal windows, or with a strange one, gives no advice', async () => {
  responses.set('/without', () => Response.json({}));
  const none = { window: undefined, askAgainMs: 6 * 3_600_000 };
  expect(await run('readRenewalAdvice', { directory: `${base}/without`, chain: HIGH_SERIAL })).toEqual(none);
  responses.set('/with', () => Response.json({ renewalInfo: `${base}/odd` }));
  responses.set(`/odd/${idOfHighSerial}`, () => Response.json({ suggestedWindow: { start: 'soon' } }));
  expect(await run('readRenewalAdvice', { directory: `${base}/with`, chain: HIGH_SERIAL })).toEqual(none);
});

test('a rate limit says how long it lasts', async () => {
  responses.set('/busy', () => new Response('too many new orders', { status: 429, headers: { 'Retry-After': '120' } }));
  const limited = run('createAccount', { directory: `${base}/busy`, email: 'ops@sgn.example' });
  await expect(limited).rejects.toMatchObject({
    message: expect.stringContaining('too many new orders'),
    pauseMs: 120_000,
  });
});

test('a certificate authority that cannot be reached is named', async () => {
  const away = run('createAccount', { directory: 'http://127.0.0.1:1/directory', email: 'ops@sgn.example' });
  await expect(away).rejects.toMatchObject({ message: expect.stringContaining('127.0.0.1:1 cannot be reached') });
});
