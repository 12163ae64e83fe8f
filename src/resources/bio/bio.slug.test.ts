import { afterAll, beforeAll, describe, expect, mock, spyOn, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { reservedWords } from '../../core/reserved-words.ts';
import { slugify } from '../../lib/slugify.ts';
import { slugsFor } from './bio.slug.ts';

describe('a slug from a name', () => {
  test.each([
    ['Ada Lovelace', 'ada-lovelace'],
    ['  --Hello,   World!!  ', 'hello-world'],
    ['Ærø & Łódź, Straße', 'aero-lodz-strasse'],
    ['Crème Brûlée', 'creme-brulee'],
    ['ﬁne ②', 'fine-2'],
    ['日本語', ''],
    ['🦊', ''],
    [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
    ['x'.repeat(100), 'x'.repeat(60)],
  ])('%s is %s', (name, slug) => {
    expect(slugify(name)).toBe(slug);
  });

  test('the plain slug comes first, then numbered ones, then random ones; never a reserved word', () => {
    const [first, second, ...rest] = [...slugsFor('Ada')];
    expect([first, second, rest.at(-1)]).toEqual(['ada', 'ada-2', expect.stringMatching(/^ada-[\w]{7}$/)]);
    for (const word of reservedWords) expect([...slugsFor(word)]).not.toContain(word);
    for (const slug of [...slugsFor('日本'), ...slugsFor('x'.repeat(100))]) expect(slug).toMatch(/^[\w-]{1,100}$/);
  });
});

onEachEngine('names on the main host', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  function addBio(fields: object, owner = key) {
    return site.send('POST', '/api/bio/add', { key: owner, body: { name: 'Page', ...fields } });
  }

  function addLink(fields: object = {}, owner = key) {
    return site.send('POST', '/api/url/add', { key: owner, body: { url: 'https://example.com/', ...fields } });
  }

  async function slugOf(id: number): Promise<string> {
    return (await site.send('GET', `/api/bio/${id}`, { key })).json.details.slug;
  }

  test('two pages with the same name get different slugs', async () => {
    const links = [
      await addBio({ name: 'Twin' }),
      await addBio({ name: 'Twin' }, otherKey),
      await addBio({ name: 'twin' }),
    ];
    const slugs = links.map(({ json }) => json.link.replace('http://localhost:3000/', ''));
    expect(slugs).toEqual(['twin', 'twin-2', 'twin-3']);
  });

  test('creating or updating a page with a taken slug is 409, and nothing is stored', async () => {
    await addBio({ slug: 'mine' });
    const made = await addBio({ slug: 'mine' }, otherKey);
    expect([made.status, made.json]).toEqual([
      409,
      { error: 1, message: 'This slug is already taken.', code: 'slug_taken' },
    ]);
    const { id } = (await addBio({ slug: 'other' })).json;
    const body = { slug: 'mine', name: 'Changed' };
    expect((await site.send('PUT', `/api/bio/${id}/update`, { key, body })).status).toBe(409);
    const { details } = (await site.send('GET', `/api/bio/${id}`, { key })).json;
    expect([details.slug, details.name]).toEqual(['other', 'Page']);
    expect((await addBio({ slug: 'Mine' })).status).toBe(200);
    expect((await site.send('PUT', `/api/bio/${id}/update`, { key, body: { slug: 'other' } })).status).toBe(200);
  });

  test('a page cannot take the alias of any link; a generated slug avoids it', async () => {
    await addLink({ custom: 'link-name' }, otherKey);
    expect((await addBio({ slug: 'link-name' })).json.code).toBe('slug_taken');
    const { id } = (await addBio({ name: 'Link name' })).json;
    expect(await slugOf(id)).toBe('link-name-2');
    const { status, json } = await site.send('PUT', `/api/bio/${id}/update`, { key, body: { slug: 'link-name' } });
    expect([status, json.code]).toEqual([409, 'slug_taken']);
    expect(await slugOf(id)).toBe('link-name-2');
  });

  test('neither a new nor a renamed link can take the slug of a page', async () => {
    await addBio({ slug: 'page-name' }, otherKey);
    const { status, json } = await addLink({ custom: 'page-name' });
    expect([status, json]).toEqual([409, { error: 1, message: 'This alias is already taken.', code: 'alias_taken' }]);
    const link = (await addLink()).json.id;
    const body = { url: 'https://example.com/changed', custom: 'page-name' };
    expect((await site.send('PUT', `/api/url/${link}/update`, { key, body })).status).toBe(409);
    const { details } = (await site.send('GET', `/api/url/${link}`, { key })).json;
    expect(details.longurl).toBe('https://example.com/');
    expect((await site.send('GET', '/page-name')).status).toBe(200);
  });

  test('a draft reserves its slug, and a deleted page releases it', async () => {
    const { id } = (await addBio({ slug: 'held-by-draft', status: 'draft' })).json;
    expect((await addLink({ custom: 'held-by-draft' })).status).toBe(409);
    await site.send('DELETE', `/api/bio/${id}/delete`, { key });
    expect((await addLink({ custom: 'held-by-draft' })).status).toBe(200);
    expect((await addBio({ slug: 'held-by-draft' })).status).toBe(409);
  });

  test('a random alias is drawn again if a page has it as slug', async () => {
    await addBio({ slug: 'abcdefg' });
    const letters = '23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';
    const words = ['abcdefg', 'bcdefgh'];
    const real = crypto.getRandomValues.bind(crypto);
    spyOn(crypto, 'getRandomValues').mockImplementation(((array: Uint8Array) => {
      const word = array.length === 7 ? words.shift() : undefined;
      if (word === undefined) return real(array);
      array.set([...word].map((letter) => letters.indexOf(letter)));
      return array;
    }) as typeof crypto.getRandomValues);
    const { json } = await addLink();
    mock.restore();
    expect(json.shorturl).toBe('http://localhost:3000/bcdefgh');
  });

  test('of 30 simultaneous requests for one slug one succeeds; 30 pages of one name get 30 slugs', async () => {
    const wanted = await Promise.all(Array.from({ length: 30 }, () => addBio({ slug: 'rush' })));
    expect(wanted.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(wanted.filter(({ status }) => status === 409)).toHaveLength(29);
    const made = await Promise.all(Array.from({ length: 30 }, () => addBio({ name: 'Crowd' })));
    expect(new Set(made.map(({ json }) => json.link)).size).toBe(30);
  });

  test('a page may link to its owner’s short links and pages, and to no other address of this service', async () => {
    await addLink({ custom: 'own-link' });
    await addLink({ custom: 'foreign-link' }, otherKey);
    await addBio({ slug: 'own-page' });
    const leadTo = (path: string, host = 'http://localhost:3000') =>
      addBio({ blocks: [{ type: 'divider' }, { type: 'link', title: 'x', url: host + path }] });
    for (const path of ['/own-link', '/own-link?a=1', '/own-page']) expect((await leadTo(path)).status).toBe(200);
    const refused = ['/foreign-link', '/nothing', '/', '/api/account', '/own-link+', '/own-link/', '/own-page/1'];
    for (const path of refused) {
      const { status, json } = await leadTo(path);
      expect([path, status, json.errors[0].field]).toEqual([path, 400, 'blocks.1.url']);
    }
    for (const host of ['http://LOCALHOST', 'http://127.0.0.1:3000', 'https://localhost:3000', 'http://0x7f.1:3000'])
      expect((await leadTo('/own-link', host)).status).toBe(400);
  });

  test('of a link and a page that request one name at once, one gets it', async () => {
    for (let round = 0; round < 30; round += 1) {
      const name = `raced-${round}`;
      const [link, page] = await Promise.all([addLink({ custom: name }), addBio({ slug: name })]);
      expect([link.status, page.status].sort()).toEqual([200, 409]);
    }
  });
});
