import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment } from '../support/engines.ts';
import { EventReader } from '../support/event-reader.ts';
import { guards } from '../support/guards.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { stretched } from '../support/wait.ts';

async function call(node: ServerProcess, method: string, path: string, key: string, body?: object) {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await node.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  return { status: response.status, json: (await response.json()) as any };
}

test('a removed member is out within five seconds on every node [postgres]', async () => {
  guards('workspace-roles');
  const store = await newReadyEnvironment('postgres');
  const environment = { ...store, RATE_LIMIT: '100000', SECRET: 'the same for both nodes' };
  const [one, other] = await Promise.all([startServer(environment), startServer(environment)]);
  const owner = await addAccount(environment);
  const member = await addAccount(environment, { email: 'bob@example.com' });
  const { id } = (await call(one, 'POST', '/api/workspace/add', owner, { name: 'Team' })).json;
  const userId = (await call(one, 'GET', '/api/account', member)).json.data.id;
  const sql = new SQL(store.DATABASE_URL ?? '');
  await sql`insert into memberships values (${id}, ${userId}, 'hand', 'admin', 0)`;
  await sql.close();
  const { apikey } = (await call(other, 'POST', '/api/key/add', member, { name: 'k', workspace: id })).json;
  const headers = { Authorization: `Bearer ${apikey}` };
  const streams = await Promise.all([one, other].map((node) => node.fetch('/api/stream', { headers })));
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);

  const removedMs = performance.now();
  expect((await call(one, 'DELETE', `/api/workspace/${id}/member/${userId}/delete`, owner)).status).toBe(200);
  for (const node of [one, other]) expect((await call(node, 'GET', '/api/urls', apikey)).status).toBe(401);
  const endedMs = await Promise.all(
    streams.map(async (stream) => {
      expect((await new EventReader(stream).nextEvent())?.event).toBe('end');
      return performance.now() - removedMs;
    }),
  );
  expect(endedMs[0]).toBeLessThan(stretched(1_000));
  expect(endedMs[1]).toBeLessThan(stretched(5_000));
  await Promise.all([one, other].map((node) => node.end()));
});
