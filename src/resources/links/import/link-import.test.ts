import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { setImmediate } from 'node:timers/promises';
import { onEachEngine } from '../../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../../test/support/test-site.ts';
import { fieldError } from '../../../core/errors.ts';

onEachEngine('importing links', (engine) => {
  let site: TestSite;
  let key: string;
  let name = '';
  let count = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    key = (await site.addUser()).key;
    count += 1;
    name = `t${count}`;
  });

  function send(body: string | object, query = '', owner = key) {
    const headers = { 'Content-Type': typeof body === 'string' ? 'text/csv; charset=utf-8' : 'application/json' };
    return site.send('POST', `/api/urls/import${query}`, { body, headers, key: owner });
  }

  async function importing(body: string | object, query = '', owner = key) {
    const { status, json } = await send(body, query, owner);
    expect(status).toBe(200);
    return json;
  }

  async function countLinks(owner = key): Promise<number> {
    return (await site.send('GET', '/api/urls', { key: owner })).json.data.result;
  }

  async function details(id: number) {
    return (await site.send('GET', `/api/url/${id}`, { key })).json.details;
  }

  test('each row is stored with its alias, title, tags and date, and its link redirects', async () => {
    const answer = await importing(
      `long_url,Back-half,title,Tags,Created At,clicks,utm_term\r\n` +
        `https://example.com/a,${name}-a,"Sale, ""big""",spring|news,2020-02-03T04:05:06Z,7,\r\n` +
        `https://example.com/b,${name}-b,,,,,\r\n`,
    );
    expect(answer).toEqual({
      error: 0,
      imported: 2,
      existing: 0,
      refused: 0,
      ignored: ['utm_term'],
      unknown_domains: [],
      rows: [
        { row: 1, id: expect.any(Number), shorturl: `http://localhost:3000/${name}-a` },
        { row: 2, id: expect.any(Number), shorturl: `http://localhost:3000/${name}-b` },
      ],
    });
    expect(await details(answer.rows[0].id)).toMatchObject({
      title: 'Sale, "big"',
      tags: ['news', 'spring'],
      date: '2020-02-03 04:05:06',
      longurl: 'https://example.com/a',
    });
    expect(await details(answer.rows[1].id)).toMatchObject({ date: '2026-11-16 12:00:00', tags: [] });
    const visit = await site.send('GET', `/${name}-a`);
    expect([visit.status, visit.headers.get('Location')]).toEqual([302, 'https://example.com/a']);
    expect(await countLinks()).toBe(2);
  });

  test('the clicks of another service are the start of the total, but in no statistics', async () => {
    const csv = `url,alias,Total clicks,max_clicks\nhttps://example.com/,${name}-k,"1,204",\nhttps://example.com/,${name}-l,3,3\nhttps://example.com/,${name}-m,many,\n`;
    const { rows } = await importing(csv);
    const ids = rows.map(({ id }: { id: number }) => id);
    expect((await site.send('GET', `/${name}-k`)).status).toBe(302);
    const { urls } = (await site.send('GET', '/api/urls?order=click', { key })).json.data;
    expect(urls.map(({ clicks }: { clicks: number }) => clicks)).toEqual([1205, 3, 0]);
    const { json } = await site.send('GET', `/api/url/${ids[0]}`, { key });
    expect([json.data.clicks, json.data.uniqueClicks, json.details.imported_clicks]).toEqual([1205, 1, 1204]);
    const range = 'from=2026-11-01&to=2026-11-16';
    expect((await site.send('GET', `/api/url/${ids[0]}/stats?${range}`, { key })).json.data.clicks).toBe(1);
    // The click limit includes them, as in the other service.
    expect(await details(ids[1])).toMatchObject({ state: 'limit_reached', used_clicks: 3, max_clicks: 3 });
    expect((await site.send('GET', `/${name}-l`)).status).toBe(410);
    for (const clicks of [-1, 1.5, '7'])
      expect((await importing({ links: [{ url: 'https://example.com/', clicks }] })).rows[0].errors[0].field).toBe(
        'clicks',
      );
    const added = { url: 'https://example.com/', custom: `${name}-n`, clicks: 9 };
    const { json: made } = await site.send('POST', '/api/url/add', { key, body: added });
    expect(await details(made.id)).toMatchObject({ imported_clicks: 0 });
  });

  test('an invalid row does not stop the others, and has the same errors as POST /api/url/add', async () => {
    const rows = [
      { url: 'javascript:alert(1)' },
      { url: 'https://example.com/', custom: `${name}-good` },
      { url: 'https://example.com/', expiry: 'soon', tags: ['x'.repeat(51)] },
      { custom: 'docs' },
      { url: 'http://localhost:3000/x' },
      { url: 'https://example.com/', domain: 'https://nobody.example' },
      { url: 'https://example.com/', pixels: [999_999] },
      { url: 'https://user:pw@example.com/' },
    ];
    const answer = await importing({ links: rows });
    expect(answer).toMatchObject({ imported: 1, existing: 0, refused: 7, ignored: [] });
    for (const [index, body] of rows.entries()) {
      if (index === 1) continue;
      const { json } = await site.send('POST', '/api/url/add', { key, body });
      expect(answer.rows[index]).toEqual({ row: index + 1, errors: json.errors });
    }
    expect(await countLinks()).toBe(1);
  });

  test('a dry run validates the same and stores nothing', async () => {
    await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/', custom: `${name}-there` } });
    const csv = [
      'url,alias',
      `https://example.com/,${name}-new`,
      `https://example.com/,${name}-there`,
      `https://example.com/other,${name}-there`,
      `https://example.com/twice,${name}-new`,
      'https://example.com/,',
      'nonsense,',
    ].join('\n');
    const tried = await importing(csv, '?dry_run=1');
    expect(tried).toMatchObject({ imported: 2, existing: 1, refused: 3 });
    expect(tried.rows[0]).toEqual({ row: 1, shorturl: `http://localhost:3000/${name}-new` });
    expect(tried.rows[4]).toEqual({ row: 5 });
    expect(await countLinks()).toBe(1);
    const done = await importing(csv);
    expect(done).toMatchObject({ imported: 2, existing: 1, refused: 3 });
    expect(done.rows.map((row: { errors?: object }) => row.errors)).toEqual(
      tried.rows.map((row: { errors?: object }) => row.errors),
    );
    expect(done.rows[2].errors).toEqual([fieldError('custom', 'alias_taken')]);
    expect(await countLinks()).toBe(3);
  });

  test('with taken=rename, an alias that is taken or not allowed is replaced', async () => {
    const other = (await site.addUser()).key;
    await importing(`url,alias\nhttps://example.com/theirs,${name}\n`, '', other);
    await site.send('POST', '/api/bio/add', { key: other, body: { name: 'Page', slug: `${name}-bio` } });
    const csv = `url,alias\nhttps://example.com/1,${name}\nhttps://example.com/2,a/b\nhttps://example.com/3,docs\nhttps://example.com/4,${name}-bio\nnonsense,a b\n`;
    expect(await importing(csv)).toMatchObject({ imported: 0, refused: 5 });
    const answer = await importing(csv, '?taken=rename');
    expect(answer).toMatchObject({ imported: 4, refused: 1 });
    expect(answer.rows.map((row: { renamed?: string }) => row.renamed)).toEqual([
      name,
      'a/b',
      'docs',
      `${name}-bio`,
      undefined,
    ]);
    expect(answer.rows[4].errors.map(({ field }: { field: string }) => field)).toEqual(['url']);
    const alias = answer.rows[0].shorturl.split('/').pop();
    expect((await site.send('GET', `/${alias}`)).headers.get('Location')).toBe('https://example.com/1');
    expect((await site.send('GET', `/${name}`)).headers.get('Location')).toBe('https://example.com/theirs');
  });

  test('a file can be sent again: links that already exist are reported as existing, also with taken=rename', async () => {
    const csv = `url,alias,created\nhttps://example.com/1,${name},2021-01-01\nhttps://example.com/2,,2021-01-02\nhttps://example.com/3,docs,2021-01-03\n`;
    const first = await importing(csv, '?taken=rename');
    expect(first).toMatchObject({ imported: 3, existing: 0 });
    const again = await importing(csv, '?taken=rename');
    expect(again).toMatchObject({ imported: 0, existing: 3 });
    expect(again.rows.map(({ id, shorturl }: { id: number; shorturl: string }) => [id, shorturl])).toEqual(
      first.rows.map(({ id, shorturl }: { id: number; shorturl: string }) => [id, shorturl]),
    );
    expect(again.rows[0].existing).toBe(true);
    const twice = await importing(`url,alias\nhttps://example.com/9,${name}-9\nhttps://example.com/9,${name}-9\n`);
    expect(twice).toMatchObject({ imported: 1, existing: 1 });
    expect(twice.rows[1].id).toBe(twice.rows[0].id);
    const plain = `https://example.com/10,2021-01-04\n`;
    expect(await importing(`url,created\n${plain}${plain}`)).toMatchObject({ imported: 1, existing: 1 });
    const other = (await site.addUser()).key;
    expect(await importing(csv, '', other)).toMatchObject({ imported: 1, existing: 0, refused: 2 });
  });

  test('of three simultaneous imports one gets 429, and the other two store each alias once', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `https://example.com/${at},${name}-${at}`);
    const csv = `url,alias\n${rows.join('\n')}`;
    const sent = await Promise.all([1, 2, 3].map(() => send(csv)));
    const [waiting] = sent.filter(({ status }) => status === 429);
    expect([waiting?.json.code, waiting?.headers.get('Retry-After')]).toEqual(['too_many_imports', '10']);
    const answers = sent.filter(({ status }) => status === 200).map(({ json }) => json);
    const sum = (field: string) => answers.reduce((total, answer) => total + answer[field], 0);
    expect([sum('imported'), sum('existing'), sum('refused')]).toEqual([60, 60, 0]);
    expect(await countLinks()).toBe(60);
    expect((await importing(csv)).existing).toBe(60);
  });

  test('an import and simultaneous requests never store the same alias twice', async () => {
    const rows = (url: string) =>
      Array.from({ length: 60 }, (_, at) => ({
        row: at + 1,
        body: { url: `https://${url}.example/`, custom: `${name}-${at}` },
        problems: [],
      }));
    const options = { taken: 'rename', isDryRun: false } as const;
    const { links } = site.site.services;
    const other = await site.addUser();
    const me = await site.addUser();
    const outcomes = await Promise.all([
      links.importLinks(other.id, rows('one'), options),
      ...rows('two').map(({ body }) => links.create(me.id, { ...body, url: body.url }).catch(() => undefined)),
    ]);
    expect(outcomes[0].filter((outcome) => 'errors' in outcome)).toEqual([]);
    const made = outcomes.slice(1).filter(Boolean).length;
    const renamed = outcomes[0].filter((outcome) => 'renamed' in outcome && outcome.renamed).length;
    expect(renamed).toBe(made);
    expect((await countLinks(other.key)) + (await countLinks(me.key))).toBe(60 + made);
  });

  test('redirects work while an import runs', async () => {
    await importing(`url,alias\nhttps://example.com/hot,${name}-hot\n`);
    const rows = Array.from({ length: 400 }, (_, at) => `https://example.com/${at},${name}-${at}`);
    let isOver = false;
    const done = importing(`url,alias\n${rows.join('\n')}`).finally(() => {
      isOver = true;
    });
    let visits = 0;
    for (; !isOver; visits += 1) {
      expect((await site.send('GET', `/${name}-hot`)).status).toBe(302);
      await setImmediate();
    }
    expect((await done).imported).toBe(400);
    expect(visits).toBeGreaterThan(10);
  });

  test('only an import sets the creation date, never one in the future; text that looks like a formula stays text', async () => {
    const csv = `url,alias,created,title\nhttps://example.com/,${name}-1,2026-11-16 12:00:01,\nhttps://example.com/,${name}-2,31/12/2020,\nhttps://example.com/,${name}-3,1600000000,=cmd|' /C calc'!A0\n`;
    const { rows, ...numbers } = await importing(csv);
    expect(numbers).toMatchObject({ imported: 1, refused: 2 });
    expect(rows[0].errors).toEqual([fieldError('created', 'future_date')]);
    expect(rows[1].errors).toEqual([fieldError('created', 'not_a_date')]);
    expect(await details(rows[2].id)).toMatchObject({ title: "=cmd|' /C calc'!A0", date: '2020-09-13 12:26:40' });
    const { json } = await site.send('POST', '/api/url/add', {
      key,
      body: { url: 'https://example.com/', created: '2020-01-01 00:00:00', date: '2020-01-01 00:00:00' },
    });
    expect((await details(json.id)).date).toBe('2026-11-16 12:00:00');
  });

  test('domains that the owner does not have are reported; their links move to the main host or are refused', async () => {
    const short = `go-${name}.example`;
    const csv = [
      'url,short_url,domain',
      `https://example.com/1,https://${short}/${name}-1,`,
      `https://example.com/2,${short}/${name}-2,`,
      `https://example.com/3,${name}-3,other-${name}.example`,
      `https://example.com/4,http://localhost:3000/${name}-4,`,
      `https://example.com/5,${name}-5,not a domain`,
    ].join('\n');
    const refusedRows = (answer: { rows: { row: number; errors?: object }[] }) =>
      answer.rows.filter(({ errors }) => errors).map(({ row }) => row);
    const usual = await importing(csv, '?dry_run=1');
    expect(usual.unknown_domains).toEqual([{ domain: short, rows: 2 }]);
    expect(refusedRows(usual)).toEqual([3, 5]);
    const strict = await importing(csv, '?dry_run=1&unknown_domain=refuse');
    expect(strict.unknown_domains).toEqual([]);
    expect(refusedRows(strict)).toEqual([1, 2, 3, 5]);
    expect(strict.rows[0].errors).toEqual([fieldError('domain', 'no_such_domain')]);
    await site.send('POST', '/api/domain/add', { key, body: { domain: `https://${short}` } });
    const done = await importing(csv, '?unknown_domain=main');
    expect(done.unknown_domains).toEqual([{ domain: `other-${name}.example`, rows: 1 }]);
    expect(refusedRows(done)).toEqual([5]);
    expect(done.rows.slice(0, 3).map(({ shorturl }: { shorturl: string }) => shorturl)).toEqual([
      `https://${short}/${name}-1`,
      `https://${short}/${name}-2`,
      `http://localhost:3000/${name}-3`,
    ]);
    expect((await send(csv, '?unknown_domain=elsewhere')).json.errors[0].field).toBe('unknown_domain');
  });

  test('a short URL on the owner’s domain keeps that domain; `domain` sets the domain of all links, and `tag` tags them', async () => {
    const host = `${name}-${engine}.go.example`;
    await site.send('POST', '/api/domain/add', { key, body: { domain: `https://${host}` } });
    const csv = `destination,short_url\nhttps://example.com/,https://${host}/${name}\nhttps://example.com/,bit.ly/${name}?x=1\n`;
    const answer = await importing(csv, '?tag=moved');
    expect(answer.rows.map(({ shorturl }: { shorturl: string }) => shorturl)).toEqual([
      `https://${host}/${name}`,
      `http://localhost:3000/${name}`,
    ]);
    expect((await site.send('GET', '/api/urls?tag=moved', { key })).json.data.result).toBe(2);
    const there = await importing(`url,alias,domain\nhttps://example.com/,x,bit.ly\n`, `?domain=${host}`);
    expect(there.rows[0].shorturl).toBe(`https://${host}/x`);
    const other = (await site.addUser()).key;
    const theirs = await send('url\nhttps://example.com/', `?domain=${host}`, other);
    const missing = await send('url\nhttps://example.com/', '?domain=missing.example', other);
    expect([theirs.status, theirs.text]).toEqual([400, missing.text]);
    const named = await importing(`url,domain\nhttps://example.com/,${host}\n`, '', other);
    expect(named.rows[0].errors).toEqual([fieldError('domain', 'no_such_domain')]);
    expect(await countLinks(other)).toBe(0);
  });
});
