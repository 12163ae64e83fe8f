import { expect, test } from 'bun:test';
import { fillStore, SAMPLE_ACCOUNT } from '../../demo/fill.ts';
import { newFolder } from '../support/engines.ts';
import { startServer } from '../support/server-process.ts';

test('the sample account has every kind of content, and its visits are counted [sqlite]', async () => {
  const environment = { DATA_DIR: newFolder(), SECRET: 'a secret of the tests alone' };
  await fillStore(environment, 2);
  const server = await startServer(environment);
  const signedIn = await server.fetch('/api/session', { method: 'POST', body: JSON.stringify(SAMPLE_ACCOUNT) });
  const [cookie = ''] = (signedIn.headers.get('Set-Cookie') ?? '').split(';');
  async function read(path: string): Promise<{ data: Record<string, number> }> {
    return (await (await server.fetch(path, { headers: { Cookie: cookie } })).json()) as {
      data: Record<string, number>;
    };
  }
  for (const list of [
    'urls',
    'qr',
    'bio',
    'campaigns',
    'channels',
    'domains',
    'pixels',
    'utm-templates',
    'splash',
    'overlay',
  ]) {
    const { data } = await read(`/api/${list}`);
    expect([list, (data.result ?? 0) > 0]).toEqual([list, true]);
  }
  const states = ((await read('/api/urls?limit=100')).data.urls as unknown as { state: string }[]).map(
    (row) => row.state,
  );
  expect([...new Set(states)].sort()).toEqual(['active', 'disabled', 'expired', 'scheduled']);
  const { cta } = (await read('/api/overlay')).data as unknown as { cta: { type: string; responses: number }[] };
  expect(cta.find(({ type }) => type === 'poll')?.responses).toBeGreaterThan(0);
  expect((await read('/api/stats')).data.clicks).toBeGreaterThan(200);
  await server.end();
});
