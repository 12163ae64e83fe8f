import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isReservedOnMainHost, mainHostWords } from '../../src/core/reserved-words.ts';
import { makeAlias } from '../../src/resources/links/link.alias.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { openTestSite, type Received, type TestSite } from '../support/test-site.ts';

const GOOD = 'https://example.com/good';
const HOST = 'go.words.example';

/** The word in different letter cases. */
function spellingsOf(word: string): string[] {
  return [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)];
}

function fieldsOf({ json }: Received): string[] {
  return json.errors.map(({ field }: { field: string }) => field);
}

test('words that look like our own pages are reserved on the main host, and random aliases avoid them', () => {
  guards('reserved-words');
  const expected =
    'login log-in signin sign-in signup sign-up signout logout register admin account password reset auth oauth sso security verify support billing dashboard settings';
  expect(expected.split(' ').filter((word) => !mainHostWords.has(word))).toEqual([]);
  expect(Array.from({ length: 100 }, () => makeAlias(0)).filter(isReservedOnMainHost)).toEqual([]);
});

onEachEngine('reserved words', (engine) => {
  let site: TestSite;
  let admin: string;
  let key: string;
  let link: number;
  let page: number;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    admin = (await site.addUser()).key;
    key = (await site.addUser()).key;
    await site.send('POST', '/api/domain/add', { key, body: { domain: `https://${HOST}` } });
    link = (await addLink({})).json.id;
    page = (await site.send('POST', '/api/bio/add', { key, body: { name: 'Ada' } })).json.id;
  });
  afterAll(() => site.close());

  const addLink = (fields: object, by = key) =>
    site.send('POST', '/api/url/add', { key: by, body: { url: GOOD, ...fields } });
  const changeLink = (id: number, fields: object) =>
    site.send('PUT', `/api/url/${id}/update`, { key, body: { url: GOOD, ...fields } });

  test.each([...mainHostWords])(
    '%s is refused as an alias and as a slug, for every user and in every spelling',
    async (word) => {
      guards('reserved-words');
      for (const custom of spellingsOf(word)) {
        for (const answer of [
          await addLink({ custom }),
          await addLink({ custom }, admin),
          await changeLink(link, { custom }),
        ])
          expect([answer.status, fieldsOf(answer)]).toEqual([400, ['custom']]);
        for (const answer of [
          await site.send('POST', '/api/bio/add', { key: admin, body: { name: 'Ada', slug: custom } }),
          await site.send('PUT', `/api/bio/${page}/update`, { key, body: { slug: custom } }),
        ])
          expect([answer.status, fieldsOf(answer)]).toEqual([400, ['slug']]);
      }
    },
  );

  test('a bio page with a reserved name gets another slug', async () => {
    guards('reserved-words');
    const { json } = await site.send('POST', '/api/bio/add', { key, body: { name: 'Sign up' } });
    expect(json.link).toBe('http://localhost:3000/sign-up-2');
  });

  test('an import refuses reserved words, or assigns another alias if requested', async () => {
    guards('reserved-words');
    const send = (query: string) =>
      site.send('POST', `/api/urls/import${query}`, {
        key,
        body: { links: [{ url: GOOD, custom: 'Billing' }] },
        headers: { 'Content-Type': 'application/json' },
      });
    const skipped = (await send('')).json;
    expect([skipped.imported, skipped.rows[0].errors[0].field]).toEqual([0, 'custom']);
    const renamed = (await send('?taken=rename')).json;
    expect([renamed.imported, renamed.rows[0].renamed]).toEqual([1, 'Billing']);
    expect(renamed.rows[0].shorturl).not.toEndWith('/Billing');
    expect((await send('?taken=rename&dry_run=1')).json.rows[0].renamed).toBe('Billing');
  });

  test('on a custom domain they are allowed, and the link needs another alias to move to the main host', async () => {
    guards('reserved-words');
    const { status, json } = await addLink({ custom: 'login', domain: HOST });
    expect([status, json.shorturl]).toEqual([200, `https://${HOST}/login`]);
    expect((await site.send('GET', '/login', { headers: { Host: HOST } })).status).toBe(302);
    const imported = await site.send('POST', '/api/urls/import', {
      key,
      body: { links: [{ url: GOOD, custom: 'admin', domain: HOST }] },
      headers: { 'Content-Type': 'application/json' },
    });
    expect(imported.json.rows[0].shorturl).toBe(`https://${HOST}/admin`);
    for (const domain of [null, '', 'http://localhost:3000']) {
      const moved = await changeLink(json.id, { domain });
      expect([moved.status, fieldsOf(moved)]).toEqual([400, ['custom']]);
    }
    expect((await changeLink(json.id, { domain: null, custom: 'words-login' })).status).toBe(200);
    // The paths of this service stay reserved everywhere.
    expect((await addLink({ custom: 'api', domain: HOST })).status).toBe(400);
  });

  test('a link of a deleted domain gets another alias', async () => {
    guards('reserved-words');
    const domain = 'gone.words.example';
    const { id } = (await site.send('POST', '/api/domain/add', { key, body: { domain: `https://${domain}` } })).json;
    const link = (await addLink({ custom: 'Password', domain })).json.id;
    const kept = (await addLink({ custom: 'moved-with-its-alias', domain })).json.id;
    const { json } = await site.send('DELETE', `/api/domain/${id}/delete?force=1`, { key });
    expect(json.moved).toBe(2);
    expect(json.renamed).toEqual([{ id: link, from: 'Password', to: expect.any(String) }]);
    expect(isReservedOnMainHost(json.renamed[0].to)).toBe(false);
    expect((await site.send('GET', `/${json.renamed[0].to}`)).status).toBe(302);
    expect((await site.send('GET', `/api/url/${kept}`, { key })).json.details.alias).toBe('moved-with-its-alias');
  });

  test('a link and a page that already have a reserved name keep it, and can be changed', async () => {
    const { id } = (await addLink({ custom: 'before' })).json;
    const bio = (await site.send('POST', '/api/bio/add', { key, body: { name: 'Ada', slug: 'before-too' } })).json.id;
    const { db } = site.database;
    await db.updateTable('links').set({ alias: 'support' }).where('id', '=', id).execute();
    await db.updateTable('bio_pages').set({ slug: 'dashboard' }).where('id', '=', bio).execute();
    expect((await site.send('GET', '/support')).status).toBe(302);
    expect((await site.send('GET', '/dashboard')).status).toBe(200);
    for (const fields of [{ description: 'Changed' }, { custom: 'support', description: 'Changed again' }])
      expect((await changeLink(id, fields)).status).toBe(200);
    for (const body of [{ headline: 'Changed' }, { slug: 'dashboard', headline: 'Changed again' }])
      expect((await site.send('PUT', `/api/bio/${bio}/update`, { key, body })).status).toBe(200);
    const again = await site.send('POST', '/api/urls/import', {
      key,
      body: { links: [{ url: GOOD, custom: 'support' }] },
      headers: { 'Content-Type': 'application/json' },
    });
    expect(again.json.existing).toBe(1);
    expect((await changeLink(id, { custom: 'verify' })).status).toBe(400);
  });
});
