import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const NO_NUMBERS = {
  clicks: 0,
  uniqueClicks: 0,
  topCountries: 0,
  topReferrers: 0,
  topBrowsers: 0,
  topOs: 0,
  socialCount: { facebook: 0, twitter: 0, google: 0 },
};

const LINK = { type: 'link', title: 'Shop', url: 'https://example.com/shop' };

onEachEngine('bio pages', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addBio(fields: object = {}, owner = key): Promise<number> {
    const { status, json } = await site.send('POST', '/api/bio/add', { key: owner, body: { name: 'Ada', ...fields } });
    expect([status, json.message]).toEqual([200, undefined]);
    return json.id;
  }

  async function listOf(owner: string, query = '') {
    return (await site.send('GET', `/api/bio${query}`, { key: owner })).json.data;
  }

  async function detailsOf(id: number, owner = key) {
    return (await site.send('GET', `/api/bio/${id}`, { key: owner })).json.details;
  }

  function update(id: number, body: object, owner = key) {
    return site.send('PUT', `/api/bio/${id}/update`, { key: owner, body });
  }

  test('a minimal body creates a page with a slug from its name, and the list has its URL', async () => {
    const { status, json } = await site.send('POST', '/api/bio/add', { key, body: { name: 'Zoë Ångström & Søn' } });
    expect(status).toBe(200);
    const link = 'http://localhost:3000/zoe-angstrom-son';
    expect(json).toEqual({ error: 0, id: expect.any(Number), link });
    const list = await site.send('GET', '/api/bio?limit=1', { key });
    expect([list.status, list.json.error]).toEqual([200, '0']);
    const shown = { id: json.id, name: 'Zoë Ångström & Søn', slug: 'zoe-angstrom-son', domain: '', link, views: 0 };
    const item = { ...shown, date: '2026-11-16 12:00:00', status: 'published', theme: 'plain' };
    expect(list.json.data.bio).toEqual([item]);
    const one = await site.send('GET', `/api/bio/${json.id}`, { key });
    expect(one.json).toEqual({
      error: 0,
      details: {
        ...item,
        headline: '',
        text: '',
        avatar: null,
        accent: null,
        language: 'en',
        footer: true,
        metatitle: '',
        metadescription: '',
        blocks: [],
      },
      data: NO_NUMBERS,
    });
  });

  test('every field is stored as sent', async () => {
    const upload = { key, body: makePng(40, 30), headers: { 'Content-Type': 'image/png' } };
    const avatar = (await site.send('POST', '/api/file', upload)).json.id;
    const fields = {
      name: 'Grace',
      slug: 'Grace_H-1',
      headline: 'Rear admiral',
      text: 'One line\nand another',
      avatar,
      theme: 'paper',
      accent: '#aa2244',
      language: 'pt-br',
      footer: false,
      status: 'draft',
      metatitle: 'Grace, elsewhere',
      metadescription: 'What is told of her',
    };
    const id = await addBio(fields);
    expect(await detailsOf(id)).toMatchObject({ ...fields, link: 'http://localhost:3000/Grace_H-1' });
    await update(id, { accent: 'rgb(1, 2, 3)', text: 'a\r\nb' });
    expect(await detailsOf(id)).toMatchObject({ ...fields, accent: '#010203', text: 'a\nb' });
  });

  test('an update keeps omitted fields and clears null or ""; the slug cannot be cleared', async () => {
    const full = { headline: 'h', text: 't', theme: 'night', accent: '#fff', metatitle: 'm', metadescription: 'd' };
    const id = await addBio({ ...full, slug: 'kept', footer: false, status: 'draft', language: 'de', blocks: [LINK] });
    const { status, json } = await update(id, { headline: 'other' });
    expect([status, json]).toEqual([200, { error: 0, message: 'Bio page has been updated successfully.' }]);
    const after = await detailsOf(id);
    expect(after).toMatchObject({ ...full, accent: '#ffffff', headline: 'other', slug: 'kept', footer: false });
    expect(after.blocks).toHaveLength(1);
    for (const nothing of ['', null]) {
      await update(id, { ...full, slug: 'kept', footer: false, status: 'draft', language: 'de', blocks: [LINK] });
      const names = [...Object.keys(full), 'slug', 'footer', 'status', 'language', 'avatar'];
      await update(id, { ...Object.fromEntries(names.map((name) => [name, nothing])), blocks: null });
      const empty = { headline: '', text: '', theme: 'plain', accent: null, metatitle: '', metadescription: '' };
      expect(await detailsOf(id)).toMatchObject({ ...empty, slug: 'kept', footer: true, language: 'en', blocks: [] });
    }
  });

  test('the list is newest first, and searches name, slug and headline in any case', async () => {
    const { key: owner } = await site.addUser();
    const first = await addBio({ name: 'ÄRGER 100%', slug: 'first' }, owner);
    const second = await addBio({ name: 'Two', slug: 'Second_one', headline: 'Über' }, owner);
    const third = await addBio({ name: 'Three' }, owner);
    const page = await listOf(owner, '?limit=2&page=1');
    expect(page).toMatchObject({ result: 3, perpage: 2, currentpage: 1, nextpage: 2, maxpage: 2 });
    const idsOf = async (query: string) => (await listOf(owner, query)).bio.map(({ id }: { id: number }) => id);
    expect(await idsOf('')).toEqual([third, second, first]);
    expect(await idsOf('?q=%C3%A4rger')).toEqual([first]);
    expect(await idsOf('?q=second_')).toEqual([second]);
    expect(await idsOf('?q=%C3%BCBER')).toEqual([second]);
    expect(await idsOf('?q=100%25')).toEqual([first]);
    expect(await idsOf('?q=t_o')).toEqual([]);
    expect(await listOf(owner, '?q=t&limit=2')).toMatchObject({ result: 3, maxpage: 2 });
    expect(await listOf(owner, '?page=9')).toMatchObject({ result: 3, bio: [] });
  });

  test('deleting a page deletes its blocks, and its id is not reused', async () => {
    const id = await addBio({ slug: 'gone', blocks: [LINK] });
    const { json } = await site.send('DELETE', `/api/bio/${id}/delete`, { key });
    expect(json).toEqual({ error: 0, message: 'Bio page has been deleted successfully.' });
    expect((await site.send('DELETE', `/api/bio/${id}/delete`, { key })).status).toBe(404);
    expect((await site.send('GET', '/gone')).status).toBe(404);
    const blocks = await site.database.db.selectFrom('bio_blocks').select('id').where('bio_id', '=', id).execute();
    expect(blocks).toEqual([]);
    expect(await addBio()).toBeGreaterThan(id);
  });

  const unseen = [
    ['GET', ''],
    ['GET', '/stats'],
    ['GET', '/block/1/stats'],
    ['PUT', '/update'],
    ['DELETE', '/delete'],
  ] as const;
  for (const [method, end] of unseen) {
    test(`${method} …${end} responds the same for someone else’s page and a missing one, and changes nothing`, async () => {
      const id = await addBio({ blocks: [LINK] });
      const before = await detailsOf(id);
      const sent = { key: otherKey, ...(method === 'PUT' && { body: { name: 'Mine now', blocks: [] } }) };
      const others = await site.send(method, `/api/bio/${id}${end}`, sent);
      const missing = await site.send(method, `/api/bio/999999${end}`, sent);
      expect([others.status, others.text]).toEqual([404, missing.text]);
      expect(others.json.code).toBe('bio_not_found');
      expect(await detailsOf(id)).toEqual(before);
      expect((await listOf(otherKey)).result).toBe(0);
    });
  }

  for (const [method, path] of [
    ['GET', '/api/bio'],
    ['GET', '/api/bio/1'],
    ['GET', '/api/bio/1/stats'],
    ['GET', '/api/bio/1/block/1/stats'],
    ['POST', '/api/bio/add'],
    ['PUT', '/api/bio/1/update'],
    ['DELETE', '/api/bio/1/delete'],
  ] as const) {
    testWithoutStore(engine)(`${method} ${path} without a key is 401`, async () => {
      const { status, json } = await site.send(method, path, method === 'GET' ? {} : { body: { name: 'x' } });
      expect([status, json.code]).toEqual([401, 'key_required']);
    });
  }

  test('the service finds the pages of one owner by id, with what a channel shows of them', async () => {
    const { id: owner, key: own } = await site.addUser();
    const [one, two] = [await addBio({ name: 'One', slug: 'found-one' }, own), await addBio({ name: 'Two' }, own)];
    const foreign = await addBio();
    const items = await site.site.services.bioPages.find(owner, [one, foreign, 999_999]);
    expect(items).toEqual([
      { id: one, title: 'One', link: 'http://localhost:3000/found-one', createdAt: site.clock.now },
    ]);
    expect(await site.site.services.bioPages.find(owner, [one, two])).toHaveLength(2);
    expect(await site.site.services.bioPages.find(owner, [])).toEqual([]);
    const lock = (id: number) => site.site.services.bioPages.lock(site.database.db, owner, id);
    expect([await lock(one), await lock(foreign)]).toEqual([site.clock.now, undefined]);
  });

  test('an unreadable accent color is stored, with a warning', async () => {
    const { json } = await site.send('POST', '/api/bio/add', { key, body: { name: 'Pale', accent: '#ffee66' } });
    expect(json.warning).toContain('#ffee66');
    const details = { code: 'accent', message: json.warning, params: { accent: '#ffee66', theme: 'plain' } };
    expect(json.warning_details).toEqual([details]);
    expect((await detailsOf(json.id)).accent).toBe('#ffee66');
    const blocks = [{ ...LINK, url: 'https://аpple.com/' }];
    const { json: updated } = await update(json.id, { accent: null, blocks });
    expect(updated.warning).toContain('xn--pple-43d.com');
  });
});
