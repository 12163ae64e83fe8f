import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { fieldError } from '../../core/errors.ts';
import { networks } from '../../pages/bio/icons.ts';
import { destinationOf, videoSiteOf } from './bio.block.ts';
import { blockTypes } from './bio.blocks.contract.ts';

const URL = 'https://example.com/a';

onEachEngine('the blocks of bio pages', (engine) => {
  let site: TestSite;
  let key: string;
  let file: number;

  async function upload(owner: string): Promise<number> {
    const sent = { key: owner, body: makePng(4, 3), headers: { 'Content-Type': 'image/png' } };
    return (await site.send('POST', '/api/file', sent)).json.id;
  }

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    file = await upload(key);
  });
  afterAll(() => site.close());

  async function addBio(blocks: object[]): Promise<number> {
    const { status, json } = await site.send('POST', '/api/bio/add', { key, body: { name: 'Ada', blocks } });
    expect([status, json.message]).toEqual([200, undefined]);
    return json.id;
  }

  // biome-ignore lint/suspicious/noExplicitAny: blocks of every shape.
  async function blocksOf(id: number): Promise<any[]> {
    return (await site.send('GET', `/api/bio/${id}`, { key })).json.details.blocks;
  }

  function update(id: number, blocks: unknown) {
    return site.send('PUT', `/api/bio/${id}/update`, { key, body: { blocks } });
  }

  const least: Record<(typeof blockTypes)[number], [sent: () => object, shown: () => object]> = {
    link: [
      () => ({ title: 'T', url: 'HTTPS://Example.com' }),
      () => ({ title: 'T', url: 'https://example.com/', note: '', picture: null, featured: false }),
    ],
    heading: [() => ({ text: 'H' }), () => ({ text: 'H' })],
    text: [() => ({ text: ' a\r\nb ' }), () => ({ text: 'a\nb' })],
    picture: [() => ({ picture: file }), () => ({ picture: file, alt: '', caption: '', url: null })],
    social: [() => ({ network: 'mastodon', url: URL }), () => ({ network: 'mastodon', url: URL })],
    qr: [() => ({}), () => ({ url: null, caption: '' })],
    email: [() => ({ email: 'a@b.example' }), () => ({ email: 'a@b.example', title: '', subject: '' })],
    phone: [() => ({ phone: '+49 (0)30 1' }), () => ({ phone: '+49 (0)30 1', title: '' })],
    video: [
      () => ({ url: 'https://youtu.be/x', title: 'V' }),
      () => ({ url: 'https://youtu.be/x', title: 'V', picture: null }),
    ],
    divider: [() => ({}), () => ({})],
  };

  test.each(blockTypes)('a minimal %s is returned with all of its fields', async (type) => {
    const [sent, shown] = least[type];
    const id = await addBio([{ type, ...sent() }]);
    expect(await blocksOf(id)).toEqual([{ id: expect.any(Number), type, clicks: 0, ...shown() }]);
  });

  const full: [string, () => object][] = [
    ['link', () => ({ title: 'T', url: URL, note: 'n', picture: file, featured: true })],
    ['picture', () => ({ picture: file, alt: 'A', caption: 'C', url: URL })],
    ['qr', () => ({ url: URL, caption: 'C' })],
    ['email', () => ({ email: 'a@b.example', title: 'Write', subject: 'Hello' })],
    ['phone', () => ({ phone: '123', title: 'Call' })],
    ['video', () => ({ url: 'https://vimeo.com/1', title: 'V', picture: file })],
  ];
  test.each(full)('a %s is stored as sent', async (type, fields) => {
    const id = await addBio([{ type, ...fields() }]);
    expect(await blocksOf(id)).toMatchObject([{ type, ...fields() }]);
  });

  test('every social network is accepted', async () => {
    const id = await addBio(networks.map((network) => ({ type: 'social', network, url: URL })));
    expect((await blocksOf(id)).map(({ network }) => network)).toEqual([...networks]);
    expect(networks.length).toBeGreaterThanOrEqual(12);
  });

  test('a new list replaces the old one: blocks with an id are kept in the new order, the others are new', async () => {
    const id = await addBio(['a', 'b', 'c'].map((text) => ({ type: 'heading', text })));
    const [a, b, c] = await blocksOf(id);
    await site.database.db.updateTable('bio_blocks').set({ clicks: 7 }).where('id', '=', c.id).execute();
    const sent = [{ type: 'divider' }, { ...c, text: 'C', clicks: 999 }, { id: a.id, type: 'text', text: 'now text' }];
    expect((await update(id, sent)).status).toBe(200);
    const after = await blocksOf(id);
    expect(after).toEqual([
      { id: expect.any(Number), type: 'divider', clicks: 0 },
      { id: c.id, type: 'heading', text: 'C', clicks: 7 },
      { id: a.id, type: 'text', text: 'now text', clicks: 0 },
    ]);
    expect(after[0].id).toBeGreaterThan(c.id);
    const rows = await site.database.db.selectFrom('bio_blocks').select('id').where('id', '=', b.id).execute();
    expect(rows).toEqual([]);
    await update(id, []);
    expect(await blocksOf(id)).toEqual([]);
  });

  test('a block id of another page, a missing id and a duplicate id are refused, and nothing changes', async () => {
    const [mine, others] = [await addBio([{ type: 'divider' }]), await addBio([{ type: 'divider' }])];
    const [[own], [foreign]] = [await blocksOf(mine), await blocksOf(others)];
    for (const [sent, field] of [
      [[{ type: 'heading', text: 'x', id: foreign.id }], 'blocks.0.id'],
      [[{ type: 'heading', text: 'x', id: 999_999_999 }], 'blocks.0.id'],
      [[own, { ...own }], 'blocks.1.id'],
    ] as const) {
      const { status, json } = await update(mine, sent);
      expect([status, json.errors.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
    }
    expect([await blocksOf(mine), await blocksOf(others)]).toEqual([[own], [foreign]]);
  });

  test('a new page ignores block ids', async () => {
    const id = await addBio([{ type: 'divider', id: 5, clicks: 9 }]);
    expect(await blocksOf(id)).toEqual([{ id: expect.any(Number), type: 'divider', clicks: 0 }]);
  });

  test('a page accepts 100 blocks; 101 and 10,000 are refused with the field named', async () => {
    const link = (index: number) => ({
      type: 'link',
      title: `Link number ${index} & its title`,
      url: `${URL}/${index}`,
    });
    const id = await addBio(Array.from({ length: 100 }, (_, index) => link(index)));
    expect(await blocksOf(id)).toHaveLength(100);
    for (const many of [Array(101).fill({ type: 'divider' }), Array(10_000).fill({})]) {
      const { status, json } = await update(id, many);
      expect([status, json.errors]).toEqual([400, [fieldError('blocks', 'too_many_entries', { max: 100 })]]);
    }
  });

  test('a page of more than 20 KB is refused, whichever field makes it so large', async () => {
    const text = { type: 'text', text: 'x'.repeat(2_000) };
    const id = await addBio(Array(5).fill(text));
    const { status, json } = await update(id, Array(9).fill(text));
    expect([status, json.errors[0].field]).toEqual([400, 'blocks']);
    expect(json.errors[0].message).toMatch(/^The page would be \d\d,\d{3} bytes;/);
    expect(await blocksOf(id)).toHaveLength(5);
    // The slug is part of the URL of every block.
    const links = Array(100).fill({ type: 'link', title: 'Short', url: URL });
    const add = (slug: string) => site.send('POST', '/api/bio/add', { key, body: { name: 'x', slug, blocks: links } });
    expect((await add(`s${engine}`)).status).toBe(200);
    expect((await add('s'.repeat(100))).json.errors[0].field).toBe('blocks');
  });

  test('files of other users and missing files are refused alike', async () => {
    const foreign = await upload((await site.addUser()).key);
    const id = await addBio([]);
    for (const picture of [foreign, 999_999_999]) {
      const blocks = [
        { type: 'divider' },
        { type: 'picture', picture },
        { type: 'link', title: 'x', url: URL, picture },
      ];
      const { status, json } = await site.send('PUT', `/api/bio/${id}/update`, {
        key,
        body: { avatar: picture, blocks },
      });
      const fields = ['avatar', 'blocks.1.picture', 'blocks.2.picture'].map((field) =>
        fieldError(field, 'no_such_file'),
      );
      expect([status, json.errors]).toEqual([400, fields]);
    }
  });
});

test.each([
  ['https://www.youtube.com/watch?v=1', 'YouTube'],
  ['https://m.youtube.com/x', 'YouTube'],
  ['https://player.vimeo.com/video/1', 'Vimeo'],
  ['http://youtu.be/x', undefined],
  ['https://youtube.com.evil.example/x', undefined],
  ['https://notyoutube.com/x', undefined],
  ['https://example.com/youtube.com', undefined],
])('the site of %s is %p', (href, site) => {
  expect(videoSiteOf(href)).toBe(site as string);
});

test('an email address and a phone number become URIs that phones understand, in plain ASCII', () => {
  const email = { type: 'email' as const, email: 'ä+b@é.example', title: '', subject: 'Grüße & mehr' };
  expect(destinationOf(email)).toBe('mailto:%C3%A4+b@%C3%A9.example?subject=Gr%C3%BC%C3%9Fe%20%26%20mehr');
  expect(destinationOf({ type: 'phone', phone: '+49 (0)30 #1', title: '' })).toBe('tel:+4930%231');
  expect(destinationOf({ type: 'heading', text: 'x' })).toBeUndefined();
});
