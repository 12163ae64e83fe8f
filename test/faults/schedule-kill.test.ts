import { expect, test } from 'bun:test';
import { formatDateTime } from '../../src/lib/date-time.ts';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { startServer } from '../support/server-process.ts';
import { stretched, waitUntil } from '../support/wait.ts';

const LINKS = 20;
const LIMIT_MS = 5_000;

onEachEngine('scheduled changes at kill -9', (engine) => {
  test.concurrent('of two nodes one is killed while changes are due: each is applied once, within five seconds', async () => {
    const settings = { SECRET: 'the same for both nodes', RATE_LIMIT: '100000' };
    const environment = { ...(await newReadyEnvironment(engine)), ...settings };
    const headers = { Authorization: `Bearer ${await addAccount(environment)}` };
    const [killed, other] = await Promise.all([startServer(environment), startServer(environment)]);
    // biome-ignore lint/suspicious/noExplicitAny: the test reads bodies of every shape.
    async function call(path: string, body?: object): Promise<any> {
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      return (await other.fetch(path, init)).json();
    }

    const ids = await Promise.all(
      Array.from({ length: LINKS }, async () => (await call('/api/url/add', { url: 'https://old.example/' })).id),
    );
    // A time has no milliseconds, and the changes must be stored before it.
    const due = Math.ceil(Date.now() / 1000) * 1000 + stretched(2) * 1000;
    const body = { at: formatDateTime(due), change: { url: 'https://new.example/' } };
    for (const id of ids) expect((await call(`/api/url/${id}/schedule`, body)).error).toBe(0);
    await Bun.sleep(Math.max(0, due + 20 - Date.now()));
    await killed.end('SIGKILL');

    const countOld = async () =>
      (await call(`/api/urls?limit=${LINKS}`)).data.urls.filter(
        ({ longurl }: { longurl: string }) => longurl !== 'https://new.example/',
      ).length;
    await waitUntil('every change is applied', async () => (await countOld()) === 0, { limitMs: LIMIT_MS });
    for (const id of ids) {
      const { data } = await call(`/api/url/${id}/history`);
      expect(data.history.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
      expect(data.history[0].actor.kind).toBe('schedule');
      expect((await call(`/api/url/${id}/schedule`)).data.schedule).toEqual([]);
    }
    await other.end();
  });
});
