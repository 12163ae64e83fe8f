import { expect, test } from 'bun:test';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const GUESSES = 200;
const LINKS = 10;
const PASSWORD = 'correct horse 9';

async function addLinks(server: ServerProcess, apikey: string): Promise<string[]> {
  const headers = { Authorization: `Bearer ${apikey}` };
  const paths: string[] = [];
  for (let count = 0; count < LINKS; count += 1) {
    const body = JSON.stringify({ url: 'https://example.com/', password: 'open sesame' });
    const made = await server.fetch('/api/url/add', { method: 'POST', headers, body });
    paths.push(new URL(((await made.json()) as { shorturl: string }).shorturl).pathname);
  }
  return paths;
}

/** Signs in from another address, and returns how long that took. */
async function signIn(server: ServerProcess): Promise<number> {
  const startMs = performance.now();
  const { status } = await server.fetch('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.url, 'X-Forwarded-For': '203.0.113.5' },
    body: JSON.stringify({ email: 'a@example.com', password: PASSWORD }),
  });
  expect(status).toBe(200);
  return performance.now() - startMs;
}

test('another user signs in within a second while one address sends 200 wrong link passwords [sqlite]', async () => {
  guards('password-queues', 'link-password-limits');
  const environment = { ...(await newReadyEnvironment('sqlite')), RATE_LIMIT: '1000', TRUST_PROXY: '127.0.0.1' };
  const apikey = await addAccount(environment, { email: 'a@example.com' });
  const server = await startServer(environment);
  try {
    const paths = await addLinks(server, apikey);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'X-Forwarded-For': '198.51.100.1' };
    const aloneMs = await signIn(server);
    const guesses = Array.from({ length: GUESSES }, (_, index) =>
      server.fetch(paths[index % LINKS] ?? '', { method: 'POST', headers, body: `password=wrong${index}` }),
    );
    // The first responses have arrived; the other requests are in progress.
    await Promise.race(guesses);
    const tookMs = await signIn(server);
    // On a busy machine a sign-in takes long even without the guesses.
    expect(tookMs).toBeLessThan(Math.max(1_000, 5 * aloneMs));
    const statuses = await Promise.all(guesses.map(async (guess) => (await guess).status));
    expect(statuses.filter((status) => status === 403)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(GUESSES - 20);
    console.log(`a sign-in beside ${GUESSES} wrong link passwords: ${tookMs.toFixed(0)} ms`);
  } finally {
    await server.end();
  }
});
