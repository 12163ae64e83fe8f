import { expect, test } from 'bun:test';
import { Agent, request } from 'node:https';
import { freePort } from '../../scripts/services.ts';
import { countListeners } from '../../test/support/listeners.ts';
import { TEST_CERTIFICATE, TEST_PRIVATE_KEY } from '../../test/support/test-certificate.ts';
import { waitUntil } from '../../test/support/wait.ts';
import type { CertificateSource } from '../certificates/certificate.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../lib/log.ts';
import { HttpsPort } from './https-port.ts';

const CERTIFICATE = { name: 'good.example', chain: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY };

/** A source that reports a change whenever a test says so. */
function createSource() {
  const listeners: (() => void)[] = [];
  const source: CertificateSource = {
    list: () => [CERTIFICATE],
    listChallenges: () => [],
    covers: () => true,
    onChange: (listener) => listeners.push(listener),
  };
  const change = () => {
    for (const listener of listeners) listener();
  };
  return { source, change };
}

/** Sends one request; rejects if its connection is reset. */
function send(port: number, agent: Agent | false): Promise<number> {
  return new Promise((resolve, reject) => {
    const target = { host: '127.0.0.1', port, servername: 'good.example', ca: TEST_CERTIFICATE, agent };
    request(target, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0)).on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

test('new certificates are used without interrupting requests; only a connection that is just being opened may be reset', async () => {
  const port = await freePort();
  const lines: string[] = [];
  const log = createLog('info', (line) => lines.push(line));
  const { source, change } = createSource();
  const config = readConfig({ HOST: '127.0.0.1' });
  const handle = () => new Response(null, { status: 302, headers: { Location: 'https://example.com/' } });
  const https = await HttpsPort.open({ config, port, source, handle, log });
  const replacements = () => lines.filter((line) => line.includes('HTTPS is ready')).length;

  let isEnough = false;
  const statuses = new Map<number | string, number>();
  async function sendMany(agent: Agent | false, pauseMs: number): Promise<void> {
    while (!isEnough) {
      const result = await send(port, agent).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
      statuses.set(result, (statuses.get(result) ?? 0) + 1);
      await Bun.sleep(pauseMs);
    }
  }
  const kept = [0, 1, 2, 3].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
  const load = [...kept.map((agent, index) => sendMany(agent, index * 5)), sendMany(false, 5), sendMany(false, 7)];
  change();
  await waitUntil('a second listener is ready', () => replacements() === 2);
  await waitUntil('the first listener is closed', () => countListeners(port) === 1);
  const answeredBefore = statuses.get(302) ?? 0;
  await waitUntil('more requests are answered', () => (statuses.get(302) ?? 0) > answeredBefore + 50);
  isEnough = true;
  await Promise.all(load);
  // The kernel resets what waits to be accepted when the old listener closes, unless `net.ipv4.tcp_migrate_req` is 1.
  const { 302: answered = 0, ECONNRESET: reset = 0, ...others } = Object.fromEntries(statuses);
  expect(others).toEqual({});
  expect(answered).toBeGreaterThan(100);
  expect(reset).toBeLessThan(answered / 25);
  for (const agent of kept) agent.destroy();
  await https.stop();
  await expect(send(port, false)).rejects.toThrow();
});
