import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onEachEngine } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { tidyImports } from './import-files.ts';

const CSV = new TextEncoder().encode(
  'destination,slashtag,clicks\nhttps://example.com/1,w-1,12\nftp://example.com/,w-2,1\n',
);

onEachEngine('imports in the background', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
  });
  afterAll(() => site.close());

  const headers = { 'Content-Type': 'application/octet-stream' };
  const upload = (key: string, query: string, body: Uint8Array<ArrayBuffer> = CSV) =>
    site.send('POST', `/api/import/add?${query}`, { key, body, headers });
  const runJob = (id: number) => site.site.services.imports.runJob(id, () => Promise.reject(new Error('no network')));
  const read = async (key: string, id: number) => (await site.send('GET', `/api/import/${id}`, { key })).json.data;
  const uploads = () => readdirSync(join(site.dataDir, 'imports'));

  test('a file is checked, imported and reported; other users do not find it', async () => {
    const { key } = await site.addUser();
    const tried = (await upload(key, 'from=rebrandly&dry_run=1')).json.id;
    expect(await read(key, tried)).toMatchObject({ status: 'running', from: 'rebrandly', dry_run: true, rows: 0 });
    expect((await upload(key, 'from=rebrandly')).status).toBe(409);
    await runJob(tried);
    expect(await read(key, tried)).toMatchObject({ status: 'done', imported: 1, refused: 1, clicks: 12, undated: 12 });
    expect((await site.send('GET', '/api/urls', { key })).json.data.result).toBe(0);
    const { id } = (await upload(key, 'from=rebrandly')).json;
    await runJob(id);
    const run = await read(key, id);
    expect(run).toMatchObject({
      status: 'done',
      report: { rows: 2, imported: 1, refused: 1, clicks: 12 },
      reason: null,
    });
    expect(run.conflicts).toEqual([{ alias: 'w-2', errors: [expect.objectContaining({ field: 'url' })] }]);
    expect(uploads()).toEqual([]);
    expect((await site.send('GET', '/api/imports', { key })).json.data.imports).toHaveLength(2);
    const other = (await site.addUser()).key;
    for (const path of ['', '/pause', '/resume', '/cancel'])
      expect((await site.send(path ? 'POST' : 'GET', `/api/import/${id}${path}`, { key: other })).status).toBe(404);
  });

  test('it can be paused, resumed and canceled', async () => {
    const { key } = await site.addUser();
    const { id } = (await upload(key, 'from=csv')).json;
    const change = async (verb: string) => (await site.send('POST', `/api/import/${id}/${verb}`, { key })).status;
    expect([await change('resume'), await change('pause'), await change('pause')]).toEqual([409, 200, 409]);
    await runJob(id);
    expect(await read(key, id)).toMatchObject({ status: 'paused', rows: 0 });
    expect([await change('resume'), await change('cancel'), await change('resume')]).toEqual([200, 200, 409]);
    expect(await read(key, id)).toMatchObject({ status: 'canceled' });
    expect(uploads()).toEqual([]);
  });

  test('columns can be chosen; a bad choice names its field and stores nothing', async () => {
    const { key } = await site.addUser();
    const csv = new TextEncoder().encode('Wohin,Code\nhttps://example.com/c,c-1\n');
    const choose = (columns: string) => `columns=${encodeURIComponent(columns)}`;
    for (const query of [
      `from=csv&${choose('url=Nirgends')}`,
      `from=csv&${choose('{"url": [1]}')}`,
      `from=csv&${choose('alias=Code')}`,
      `from=tinyurl&${choose('{"color": "Code"}')}`,
      `from=polr&${choose('url=Wohin')}`,
      `from=signpost&${choose('url=Wohin')}`,
    ]) {
      const { status, json } = await upload(key, query, csv);
      expect([query, status, json.errors?.[0]?.field]).toEqual([query, 400, 'columns']);
    }
    expect((await site.send('GET', '/api/imports', { key })).json.data.imports).toEqual([]);
    expect(uploads()).toEqual([]);
    const { id } = (await upload(key, `from=rebrandly&${choose('url=Wohin,alias=2')}`, csv)).json;
    await runJob(id);
    expect(await read(key, id)).toMatchObject({ status: 'done', imported: 1 });

    const at = (columns: string, type = 'text/csv', body: string | object = new TextDecoder().decode(csv)) =>
      site.send('POST', `/api/urls/import?${choose(columns)}`, { key, body, headers: { 'Content-Type': type } });
    const good = await at('{"url": "Wohin", "alias": "Code"}');
    expect(good.json).toMatchObject({ existing: 1, refused: 0, ignored: [] });
    expect((await at('url=Weg')).json.errors[0].field).toBe('columns');
    const json = await at('url=Wohin', 'application/json', { links: [{ url: 'https://example.com/' }] });
    expect([json.status, json.json.errors[0].field]).toEqual([400, 'columns']);
  });

  test('a user has at most three imports that have not ended, in all workspaces together', async () => {
    guards('background-rights');
    const { key, id: user } = await site.addUser();
    const start = () => upload(key, 'from=csv');
    for (let count = 0; count < 3; count += 1) {
      const { id } = (await start()).json;
      expect((await site.send('POST', `/api/import/${id}/pause`, { key })).status).toBe(200);
    }
    const { status, json } = await start();
    expect([status, json.code, json.params]).toEqual([409, 'too_many_unfinished_imports', { max: 3 }]);
    expect(uploads()).toHaveLength(3);
    const { imports } = (await site.send('GET', '/api/imports', { key })).json.data;
    for (const { id } of imports) await site.send('POST', `/api/import/${id}/cancel`, { key });
    expect([(await start()).status, uploads().length]).toEqual([200, 1]);
    await site.database.db.updateTable('imports').set({ status: 'canceled' }).where('user_id', '=', user).execute();
  });

  test('a user uploads one file at a time', async () => {
    guards('background-rights');
    const { key } = await site.addUser();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const source = {
      async pull(controller: ReadableStreamDefaultController) {
        begin();
        await gate;
        controller.enqueue(CSV);
        controller.close();
      },
    };
    // Without a buffer, the first read is that of the server.
    const body = new ReadableStream(source, { highWaterMark: 0 });
    const request = new Request('http://localhost:3000/api/import/add?from=csv', {
      ...{ method: 'POST', body, headers: { ...headers, Host: 'localhost:3000', Authorization: `Bearer ${key}` } },
    });
    const first = site.site.handle(request, { requestIP: () => ({ address: '203.0.113.9' }) });
    await begun;
    const second = await upload(key, 'from=csv&dry_run=1');
    expect(second.status).toBe(429);
    expect(second.json.code).toBe('too_many_imports');
    open();
    expect((await first).status).toBe(200);
  });

  test('an import that is paused for a week is canceled, and files that no import needs are deleted', async () => {
    guards('background-rights');
    const { db } = site.database;
    await db.updateTable('imports').set({ status: 'canceled' }).execute();
    const { key } = await site.addUser();
    const { id } = (await upload(key, 'from=csv')).json;
    await site.send('POST', `/api/import/${id}/pause`, { key });
    const DAY = 86_400_000;
    const tidy = async (days: number) => {
      const old = new Date(Date.now() - DAY);
      for (const name of uploads()) utimesSync(join(site.dataDir, 'imports', name), old, old);
      writeFileSync(join(site.dataDir, 'imports', 'arriving'), '');
      await tidyImports(db, site.dataDir, site.clock.now + days * DAY);
    };
    await tidy(6);
    expect(await read(key, id)).toMatchObject({ status: 'paused' });
    expect(uploads()).toHaveLength(2);
    await tidy(8);
    expect(await read(key, id)).toMatchObject({ status: 'canceled', reason: { code: 'import_expired' } });
    expect(uploads()).toEqual(['arriving']);
  });

  test('bad input names its field and stores nothing', async () => {
    const { key } = await site.addUser();
    const add = (body: object) => site.send('POST', '/api/import/add', { key, body });
    const refused = async (sent: ReturnType<typeof add>) => {
      const { status, json } = await sent;
      return [status, json.errors?.[0]?.field];
    };
    const address = { from: 'bitly', url: 'https://s.example.com', key: 'k' };
    expect(await refused(upload(key, ''))).toEqual([400, 'from']);
    expect(await refused(upload(key, 'from=elsewhere'))).toEqual([400, 'from']);
    expect(await refused(upload(key, 'from=csv&domains=a.test%3Dnobody.example'))).toEqual([400, 'domains']);
    expect(await refused(add({ ...address, from: 'csv' }))).toEqual([400, 'from']);
    expect(await refused(add({ ...address, key: '' }))).toEqual([400, 'key']);
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]/',
      'https://10.0.0.1',
      'http://8.8.8.8:8080',
      'ftp://8.8.8.8/',
    ])
      expect(await refused(add({ ...address, url }))).toEqual([400, 'url']);
    expect((await site.send('GET', '/api/imports', { key })).json.data.imports).toEqual([]);
    const { id } = (await upload(key, 'from=firebase', new Uint8Array([0xff, 0xfe, 0x00]))).json;
    await runJob(id);
    expect(await read(key, id)).toMatchObject({ status: 'failed', rows: 0, reason: { code: 'file_not_readable' } });
  });
});
