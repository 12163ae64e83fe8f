import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Dub } from 'dub';
import { openDubClient } from '../../../test/support/dub-client.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

onEachEngine('links through the compatible API of Dub', (engine) => {
  let site: TestSite;
  let key: string;
  let dub: Dub;

  const openClient = (token: string, serverURL?: string) => openDubClient(site, token, serverURL);

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'dub', RATE_LIMIT: '10000' });
    key = (await site.addUser()).key;
    dub = openClient(key);
  });
  afterAll(() => site.close());

  test('a link with every field that can be kept works as in Dub', async () => {
    const created = await dub.links.create({
      url: 'https://example.com/a?x=1#part',
      key: 'full',
      tagNames: ['spring', 'sale'],
      comments: 'for the team',
      expiresAt: '2027-01-01T10:00:00.000Z',
      expiredUrl: 'https://example.com/over',
      password: 'open sesame',
      title: 'Title',
      description: 'Description',
      image: 'https://example.com/a.png',
      proxy: true,
      ios: 'https://example.com/ios',
      android: 'https://example.com/android',
      geo: { DE: 'https://example.com/de', us: 'https://example.com/us' },
      utmSource: 'news',
      utmMedium: 'mail',
      ref: 'friend',
    });
    expect(created).toMatchObject({
      domain: 'localhost:3000',
      key: 'full',
      shortLink: 'http://localhost:3000/full',
      url: 'https://example.com/a?x=1&utm_source=news&utm_medium=mail&ref=friend#part',
      comments: 'for the team',
      expiresAt: '2027-01-01T10:00:00.000Z',
      expiredUrl: 'https://example.com/over',
      title: 'Title',
      description: 'Description',
      image: 'https://example.com/a.png',
      proxy: true,
      ios: 'https://example.com/ios',
      android: 'https://example.com/android',
      geo: { DE: 'https://example.com/de', US: 'https://example.com/us' },
      utmSource: 'news',
      utmMedium: 'mail',
      utmCampaign: null,
      externalId: null,
    });
    expect(created.tags?.map(({ name }) => name)).toEqual(['sale', 'spring']);
    expect(created.password).not.toBeNull();
    expect(await dub.links.get({ linkId: created.id })).toEqual(created);
    expect(await dub.links.get({ domain: 'localhost:3000', key: 'full' })).toEqual(created);
    // What is sent back unchanged changes nothing.
    const { password, geo } = created;
    expect(await dub.links.update(created.id, { password, geo })).toEqual(created);
    const changed = await dub.links.update(created.id, {
      password: null,
      ios: null,
      geo: null,
      expiresAt: null,
      utmSource: null,
    });
    expect(changed).toMatchObject({
      ...{ password: null, ios: null, geo: null, expiresAt: null, utmSource: null },
      ...{ android: 'https://example.com/android', url: 'https://example.com/a?x=1&utm_medium=mail&ref=friend#part' },
    });
    expect((await site.send('GET', '/full')).headers.get('Location')).toBe(changed.url);
    expect(await dub.links.delete(created.id)).toEqual({ id: created.id });
    await expect(dub.links.get({ linkId: created.id })).rejects.toMatchObject({ error: { code: 'not_found' } });
  });

  test('values that cannot be kept are refused with 422, and nothing is stored', async () => {
    const before = await dub.links.count();
    const url = 'https://example.com/';
    const refused = [
      ...[{ externalId: 'x' }, { tenantId: 'x' }, { folderId: 'x' }, { partnerId: 'x' }, { programId: 'x' }],
      ...[{ trackConversion: true }, { archived: true }, { video: 'https://a.example/v' }, { doIndex: true }],
      ...[{ publicStats: true }, { webhookIds: ['x'] }, { testVariants: [{ url, percentage: 50 }] }, { proxy: true }],
      ...[{ key: 'a/b' }, { prefix: '/c/' }, { expiresAt: 'soon' }, { tagIds: ['nope'] }, { geo: { XX: url } }],
      ...[{ domain: 'other.example' }, { url: 'mailto:a@b.c' }, { url: 'http://localhost:3000/x' }],
    ];
    for (const field of refused) {
      const { status, json } = await site.send('POST', '/dub/links', { key, body: { url, ...field } });
      const [name] = Object.keys(field);
      expect([field, status, json.error?.code]).toEqual([field, 422, 'unprocessable_entity']);
      expect(json.error.message).toContain(name);
      expect(Object.keys(json.error)).toEqual(['code', 'message', 'doc_url']);
    }
    expect(await dub.links.count()).toBe(before);
    const [taken] = [await dub.links.create({ url, key: 'taken' })];
    await expect(dub.links.create({ url, key: 'taken' })).rejects.toMatchObject({
      error: { code: 'conflict', message: 'Duplicate key: This short link already exists.' },
    });
    await dub.links.delete(taken.id);
    const long = await dub.links.create({ url, keyLength: 12, prefix: 'p-' });
    expect(long.key).toMatch(/^p-\w{12}$/);
    await dub.links.delete(long.id);
  });

  test('links are upserted, listed page by page, counted, and changed in bulk', async () => {
    const client = openClient((await site.addUser()).key);
    const first = await client.links.upsert({ url: 'https://example.com/u', utmSource: 'a' });
    const again = await client.links.upsert({ url: 'https://example.com/u', utmSource: 'a', title: 'New' });
    expect(again).toMatchObject({ id: first.id, title: 'New' });
    const made = await client.links.createMany([
      { url: 'https://example.com/1', tagNames: ['one'] },
      { url: 'nonsense' },
      { url: 'https://example.com/2', tagNames: 'two' },
    ]);
    expect(made.map((row) => ('code' in row ? row.code : row.url))).toEqual([
      'https://example.com/1',
      'unprocessable_entity',
      'https://example.com/2',
    ]);
    const urls: string[] = [];
    for await (const page of await client.links.list({ pageSize: 2 })) urls.push(...page.result.map(({ url }) => url));
    expect(urls).toEqual(['https://example.com/2', 'https://example.com/1', 'https://example.com/u?utm_source=a']);
    expect(await client.links.count()).toBe(3);
    expect(await client.links.count({ search: 'example.com/2' })).toBe(1);
    expect(await client.links.count({ tagNames: ['one', 'two'] })).toBe(2);
    const tagged = await client.links.list({ tagNames: ['two', 'one'] });
    expect(tagged.result.map(({ url }) => url)).toEqual(['https://example.com/2', 'https://example.com/1']);
    const ids = tagged.result.map(({ id }) => id);
    const after = await client.links.list({ startingAfter: ids[0] ?? '', pageSize: 1 });
    expect(after.result.map(({ id }) => id)).toEqual([ids[1] ?? '']);
    const changed = await client.links.updateMany({ linkIds: ids, data: { comments: 'both', utmMedium: 'x' } });
    expect(changed.map(({ comments, utmMedium }) => [comments, utmMedium])).toEqual([
      ['both', 'x'],
      ['both', 'x'],
    ]);
    await expect(
      client.links.updateMany({ linkIds: [...ids, 'link_999999'], data: { comments: 'x' } }),
    ).rejects.toMatchObject({
      error: { code: 'not_found' },
    });
    // Another user sees and changes none of them.
    const other = openClient((await site.addUser()).key);
    expect((await other.links.list()).result).toEqual([]);
    expect(await other.links.deleteMany({ linkIds: ids })).toEqual({ deletedCount: 0 });
    await expect(other.links.update(ids[0] ?? '', { title: 'x' })).rejects.toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await client.links.deleteMany({ linkIds: ids })).toEqual({ deletedCount: 2 });
  });
});
