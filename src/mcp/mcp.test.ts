import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const READING = ['find_links', 'get_link', 'get_statistics', 'list_campaigns', 'list_domains', 'simulate_visit'];
const WRITING = [
  'create_bio_page',
  'create_campaign',
  'create_link',
  'create_qr_code',
  'delete_link',
  'import_links',
  'update_link',
];

onEachEngine('mcp', (engine) => {
  let site: TestSite;
  let key: string;
  let readKey: string;
  const open: Client[] = [];

  /** The official client, connected to the site without a socket. */
  async function connect(by: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
    const client = new Client({ name: 'test-agent', version: '3.1' }, { versionNegotiation: { mode } });
    const send = async (url: string | URL | Request, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      headers.set('Host', 'localhost:3000');
      const request = new Request(String(url), { ...init, headers });
      return site.site.handle(request, { requestIP: () => ({ address: '203.0.113.9' }) });
    };
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost:3000/mcp'), {
      fetch: send as typeof fetch,
      requestInit: { headers: { Authorization: `Bearer ${by}` } },
    });
    await client.connect(transport);
    open.push(client);
    return client;
  }

  // biome-ignore lint/suspicious/noExplicitAny: results of every shape.
  async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<any> {
    const result = await client.callTool({ name, arguments: given });
    if (result.isError) throw new Error((result.content as { text: string }[])[0]?.text);
    return result.structuredContent;
  }

  const post = (body: unknown, headers: Record<string, string> = {}, by: string | undefined = key) =>
    site.send('POST', '/mcp', {
      ...(by !== undefined && { key: by }),
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params });

  beforeAll(async () => {
    site = await openTestSite(engine);
    ({ key } = await site.addUser());
    const made = await site.send('POST', '/api/key/add', { key, body: { name: 'Reader', scopes: ['read'] } });
    readKey = made.json.apikey;
  });
  afterAll(async () => {
    for (const client of open) await client.close();
    await site.close();
  });

  test('the official client lists all tools and runs each of them', async () => {
    for (const mode of ['auto', 'legacy'] as const) {
      const client = await connect(key, mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).sort()).toEqual([...READING, ...WRITING].sort());
      expect(
        tools
          .filter(({ annotations }) => annotations?.readOnlyHint)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(READING);
      expect(
        tools
          .filter(({ annotations }) => annotations?.destructiveHint)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(['delete_link', 'update_link']);
      for (const { inputSchema, outputSchema, description } of tools) {
        expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
        expect(description?.length).toBeGreaterThan(60);
        // The API of some agents refuses other names.
        for (const name of Object.keys(inputSchema.properties ?? {})) expect(name).toMatch(/^[\w.-]{1,64}$/);
      }
      const { id } = await call(client, 'create_link', { url: 'https://example.com/a', custom: `a-${mode}` });
      expect(await call(client, 'update_link', { id, description: 'Spring' })).toMatchObject({ id });
      const found = await call(client, 'find_links', { q: `a-${mode}`, limit: 5 });
      expect(found.data.urls).toMatchObject([{ id, alias: `a-${mode}`, description: 'Spring' }]);
      expect((await call(client, 'get_link', { id })).details).toMatchObject({ longurl: 'https://example.com/a' });
      const counted = await call(client, 'get_statistics', { id, by: 'country', filter: { country: ['Germany'] } });
      expect(counted.data).toMatchObject({ clicks: 0, top: { country: {} } });
      expect(await call(client, 'simulate_visit', { id, country: 'DE' })).toMatchObject({ decision: 'redirect' });
      expect(await call(client, 'create_qr_code', { type: 'text', data: 'Hello' })).toHaveProperty('link');
      expect(await call(client, 'create_campaign', { name: 'Spring' })).toHaveProperty('id');
      expect((await call(client, 'list_campaigns')).data.campaigns).not.toBeEmpty();
      expect((await call(client, 'list_domains')).data.domains).toBeEmpty();
      expect(await call(client, 'create_bio_page', { name: `Ada ${mode}` })).toHaveProperty('id');
      const links = [{ url: 'https://example.com/i', custom: `i-${mode}` }, { url: 'nothing' }];
      expect(await call(client, 'import_links', { links })).toMatchObject({ imported: 1, refused: 1 });
      expect(await call(client, 'delete_link', { id })).toEqual({ message: 'Link has been deleted successfully' });
    }
  });

  test('a dry run says what would happen and stores nothing', async () => {
    const client = await connect(key);
    const { id } = await call(client, 'create_link', { url: 'https://example.com/d', custom: 'dry' });
    const before = (await site.send('GET', `/api/url/${id}`, { key })).text;
    const updated = await call(client, 'update_link', { id, url: 'https://example.com/e', tags: ['x'], dry_run: true });
    expect(updated).toMatchObject({
      dry_run: true,
      changes: {
        url: { old: 'https://example.com/d', new: 'https://example.com/e' },
        tags: { old: [], new: ['x'] },
      },
    });
    expect((await call(client, 'update_link', { id, status: 'disabled', dry_run: true })).changes).toEqual({
      status: { old: 'active', new: 'disabled' },
    });
    await call(client, 'create_link', { url: 'https://example.com/t', custom: 'taken' });
    expect(call(client, 'update_link', { id, custom: 'taken', dry_run: true })).rejects.toThrow('taken');
    expect(await call(client, 'delete_link', { id, dry_run: true })).toEqual({
      message: 'Link would be deleted',
      dry_run: true,
      shorturl: 'http://localhost:3000/dry',
      longurl: 'https://example.com/d',
      clicks: 0,
    });
    const links = [{ url: 'https://example.com/i', custom: 'dry-import' }];
    expect(await call(client, 'import_links', { links, dry_run: true })).toMatchObject({ imported: 1 });
    expect((await call(client, 'find_links', { short: 'dry-import' })).data.result).toBe(0);
    expect((await site.send('GET', `/api/url/${id}`, { key })).text).toBe(before);
    const { json } = await site.send('GET', '/api/audit?noun=url&action=update', { key });
    expect(json.data.audit.filter((row: { id: number }) => row.id === id)).toEqual([]);
  });

  test('a key that may only read sees the reading tools and cannot change anything', async () => {
    const { id } = (await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/r' } })).json;
    const client = await connect(readKey);
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(READING);
    for (const name of WRITING) {
      const samples: Record<string, object> = {
        create_bio_page: { name: 'x' },
        create_campaign: { name: 'x' },
        create_link: { url: 'https://example.com/x' },
        create_qr_code: { type: 'text', data: 'x' },
        delete_link: { id },
        import_links: { links: [{ url: 'https://example.com/x' }] },
        update_link: { id, url: 'https://example.com/x' },
      };
      const { result } = (await post(message('tools/call', { name, arguments: samples[name] }), {}, readKey)).json;
      expect(result.content[0].text).toContain('scope_missing');
    }
  });

  test('resources are the newest links, and every link and its statistics by id', async () => {
    const { id } = (
      await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/q', custom: 'res' } })
    ).json;
    const client = await connect(readKey);
    expect((await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'signpost://links/{id}',
      'signpost://statistics/{id}',
    ]);
    expect((await client.listResources()).resources[0]).toMatchObject({ uri: `signpost://links/${id}`, name: 'res' });
    const read = async (uri: string) =>
      JSON.parse(((await client.readResource({ uri })).contents[0] as { text: string }).text);
    expect(await read(`signpost://links/${id}`)).toMatchObject({ details: { alias: 'res' } });
    expect(await read(`signpost://statistics/${id}`)).toMatchObject({ data: { clicks: 0 } });
    for (const uri of ['signpost://links/999999', 'signpost://users/1', 'file:///etc/passwd'])
      expect(client.readResource({ uri })).rejects.toThrow();
  });

  test('arguments that are wrong, unknown or of another user are errors of the tool that name them', async () => {
    const { key: other } = await site.addUser();
    const { id } = (await site.send('POST', '/api/url/add', { key: other, body: { url: 'https://example.com/o' } }))
      .json;
    const client = await connect((await site.addUser()).key);
    const refused: [string, Record<string, unknown>, string][] = [
      ['create_link', {}, 'url'],
      ['create_link', { url: 'https://example.com/', dry_run: true }, 'dry_run'],
      ['create_link', { url: 'https://example.com/', custom: 'mcp' }, 'custom'],
      ['update_link', { url: 'https://example.com/' }, 'id'],
      ['delete_link', { id: 'x' }, 'id'],
      ['delete_link', { id, dry_run: 'yes' }, 'dry_run'],
      ['get_link', { id }, 'link_not_found'],
      ['update_link', { id, description: 'x' }, 'link_not_found'],
      ['get_statistics', { id: 1, filter: 'x' }, 'filter'],
      ['get_statistics', { id: 1, filter: { social: [{ toString: 1 }] } }, 'filter.social'],
      ...['get_link', 'update_link', 'delete_link', 'get_statistics', 'simulate_visit'].map(
        (name): [string, Record<string, unknown>, string] => [name, { id: { toString: 1 } }, 'id'],
      ),
      ['find_links', { q: 'a\0b' }, 'q'],
      ['find_links', { q: 'a\ud800b' }, 'q'],
      ['import_links', {}, 'links'],
    ];
    for (const [name, given, word] of refused) {
      const result = await client.callTool({ name, arguments: given });
      expect([name, result.isError]).toEqual([name, true]);
      expect((result.content as { text: string }[])[0]?.text).toContain(word);
    }
    expect((await post(message('tools/call', { name: 'drop_all', arguments: {} }))).json.error.code).toBe(-32602);
  });

  test('the audit log names the client of the agent', async () => {
    await call(await connect(key), 'create_link', { url: 'https://example.com/1', custom: 'named-new' });
    await call(await connect(key, 'legacy'), 'create_link', { url: 'https://example.com/2', custom: 'named-old' });
    const params = { name: 'create_link', arguments: { url: 'https://example.com/3', custom: 'named-agent' } };
    await post(message('tools/call', params), { 'User-Agent': 'curl/8.1 (x)' });
    const { json } = await site.send('GET', '/api/audit?noun=url&action=create&limit=3', { key });
    const names = json.data.audit.map(
      ({ actor }: { actor: { kind: string; name: string } }) => `${actor.kind} ${actor.name}`,
    );
    expect(names).toEqual([
      expect.stringMatching(/^key .* \(curl 8\.1\)$/),
      expect.stringMatching(/^key .* \(test-agent 3\.1\)$/),
      expect.stringMatching(/^key .* \(test-agent 3\.1\)$/),
    ]);
  });

  test('requests without a key, from other sites and with broken messages are refused with their status', async () => {
    const list = message('tools/list');
    for (const by of ['', 'sp_wrong']) {
      const { status, headers } = await post(list, {}, by);
      expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    }
    expect((await post(list, { Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(list, { Origin: 'http://localhost:3000' })).status).toBe(200);
    expect((await post(list, { Accept: 'application/json' })).json.result.tools).toHaveLength(13);
    for (const body of ['{', '', 'x', `${'['.repeat(50)}${']'.repeat(50)}`]) {
      const { status, json } = await post(body);
      expect([status, json.error.code]).toEqual([400, -32_700]);
    }
    expect((await post([list, list])).json.error.code).toBe(-32_600);
    expect((await post(message('no/such'))).json.error.code).toBe(-32_601);
    expect((await post('x'.repeat(3_000_000))).status).toBe(413);
    const { status, headers } = await site.send('GET', '/mcp', { key });
    expect([status, headers.get('Allow')]).toEqual([405, 'POST']);
  });

  test('wrong params of a method are named in a sentence, and are no internal error', async () => {
    const wrong: [method: string, params: unknown, headers: Record<string, string>, word: string][] = [
      ['initialize', undefined, {}, 'params'],
      ['initialize', {}, {}, 'protocolVersion'],
      ['initialize', { protocolVersion: 1, capabilities: {}, clientInfo: {} }, {}, 'protocolVersion'],
      ['resources/read', undefined, {}, 'params'],
      ['resources/read', {}, {}, 'uri'],
      ['resources/read', { uri: 5 }, {}, 'uri'],
      ['resources/list', { cursor: 5 }, {}, 'cursor'],
      ['resources/templates/list', { cursor: {} }, {}, 'cursor'],
      ['resources/list', {}, { 'X-Workspace': 'x' }, 'X-Workspace'],
      ['resources/list', {}, { 'X-Workspace': '999999' }, 'Workspace'],
      ['resources/read', { uri: 'signpost://links/1' }, { 'X-Workspace': 'x' }, 'X-Workspace'],
      ['tools/list', { cursor: 5 }, {}, 'cursor'],
      ['tools/call', {}, {}, 'name'],
      ['tools/call', { name: 'a', arguments: 'b' }, {}, 'arguments'],
      ['tools/call', { name: 'get_link', arguments: 5 }, {}, 'arguments'],
    ];
    const answered = [];
    for (const [method, params, headers, word] of wrong) {
      const { json } = await post({ jsonrpc: '2.0', id: 7, method, ...(params !== undefined && { params }) }, headers);
      const { code, message: text = '' } = json.error ?? {};
      const isSentence = !/[{}[\]]/.test(text) && text.includes(word);
      answered.push([method, params, code, isSentence ? 'sentence' : text, json.id]);
    }
    expect(answered).toEqual(wrong.map(([method, params]) => [method, params, -32_602, 'sentence', 7]));
  });

  test('every call counts against the limit of the key', async () => {
    const made = await site.send('POST', '/api/key/add', {
      key,
      body: { name: 'Slow', scopes: ['read'], rate_limit: 2 },
    });
    const slow = made.json.apikey;
    const params = { name: 'list_domains', arguments: {} };
    expect((await post(message('tools/call', params), {}, slow)).headers.get('X-RateLimit-Remaining')).toBe('1');
    expect((await site.send('GET', '/api/domains', { key: slow })).headers.get('X-RateLimit-Remaining')).toBe('0');
    const { status, headers, json } = await post(message('tools/call', params), {}, slow);
    expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true]);
    expect(json.error.message).toMatch(/rate limit|requests/i);
  });
});
