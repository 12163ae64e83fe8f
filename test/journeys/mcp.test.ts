import { expect, test } from 'bun:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment } from '../support/engines.ts';
import { PROGRAM, signpost, startServer } from '../support/server-process.ts';

const WHO = ['--user', 'a@example.com'];

test('signpost mcp serves the tools of a server and of the local store to the official client [sqlite]', async () => {
  const environment = { ...(await newReadyEnvironment('sqlite')), SECRET: 'x'.repeat(32) };
  const apikey = await addAccount(environment, { email: 'a@example.com' });
  const server = await startServer(environment);
  const { PATH = '', HOME = '' } = process.env;
  const ways = {
    server: ['--url', server.url, '--key', apikey],
    store: WHO,
  };
  for (const [way, words] of Object.entries(ways)) {
    const client = new Client({ name: 'stdio-agent', version: '1' });
    const env = { PATH, HOME, ...environment };
    await client.connect(new StdioClientTransport({ command: PROGRAM, args: ['mcp', ...words], env }));
    expect((await client.listTools()).tools).toHaveLength(13);
    const given = { url: 'https://example.com/', custom: way };
    const { structuredContent } = await client.callTool({ name: 'create_link', arguments: given });
    expect(structuredContent).toMatchObject({ shorturl: expect.stringContaining(`/${way}`) });
    const { id } = structuredContent as { id: number };
    const visit = await client.callTool({ name: 'simulate_visit', arguments: { id, device: 'iphone' } });
    expect(visit.structuredContent).toMatchObject({ url: 'https://example.com/' });
    expect((await client.readResource({ uri: `signpost://links/${id}` })).contents).toHaveLength(1);
    await client.close();
  }
  const audit = await server.fetch('/api/audit?noun=url', { headers: { Authorization: `Bearer ${apikey}` } });
  const { data } = (await audit.json()) as { data: { audit: { actor: { kind: string; name: string } }[] } };
  const names = data.audit.map(({ actor }) => `${actor.kind} ${actor.name}`);
  expect(names).toEqual(['cli signpost mcp (stdio-agent 1)', expect.stringMatching(/^key .* \(stdio-agent 1\)$/)]);
  const wrong = await signpost(['mcp', '--url', server.url, '--key', 'sp_wrong'], environment);
  expect([wrong.exitCode, wrong.stdout]).toEqual([1, '']);
  expect((await signpost(['mcp'], environment)).stderr).toContain('--url');
  await server.end();
});
