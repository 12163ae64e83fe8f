import { afterAll, beforeAll, expect, test } from 'bun:test';
import { escapeHtml } from '../../src/lib/html.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { makePng } from '../support/pictures.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { testWithoutStore } from '../support/without-store.ts';

const HOSTILE = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</style><script>alert(1)</script>',
  "';alert(1)//",
  '$' + '{7*7}',
  '{{7*7}}',
  '<!--<script>',
  '&lt;script&gt;',
];
const URL = 'https://example.com/';

onEachEngine('attacks on bio pages', (engine) => {
  let site: TestSite;
  let key: string;
  let userId: number;
  let otherKey: string;
  let file: number;
  let count = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
    ({ key, id: userId } = await site.addUser());
    otherKey = (await site.addUser()).key;
    const upload = { key, body: makePng(4, 3), headers: { 'Content-Type': 'image/png' } };
    file = (await site.send('POST', '/api/file', upload)).json.id;
  });
  afterAll(() => site.close());

  async function add(fields: object): Promise<{ id: number; link: string }> {
    const body = { name: 'Ada', slug: `attacked-${count++}`, ...fields };
    const { status, json } = await site.send('POST', '/api/bio/add', { key, body });
    expect([status, json.message]).toEqual([200, undefined]);
    return json;
  }

  /** A page with the same text in every text field. */
  function pageOf(text: string): object {
    return {
      name: text,
      headline: text,
      text,
      avatar: file,
      metatitle: text,
      metadescription: text,
      accent: '#123456',
      blocks: [
        { type: 'link', title: text, note: text, url: `${URL}?q=${text}`, picture: file },
        { type: 'heading', text },
        { type: 'text', text },
        { type: 'picture', picture: file, alt: text, caption: text, url: `${URL}#${text}` },
        { type: 'qr', url: `${URL}?${text}`, caption: text },
        { type: 'email', email: 'a@b.example', title: text, subject: text },
        { type: 'phone', phone: '123', title: text },
        { type: 'video', title: text, url: `https://vimeo.com/?${text}` },
        { type: 'social', network: 'x', url: `${URL}?${text}` },
      ],
    };
  }

  async function tagsOf(html: string): Promise<string[]> {
    const tags: string[] = [];
    const rewriter = new HTMLRewriter().on('*', {
      element({ tagName, attributes }) {
        const names = [...attributes].map(([name]) => name).filter((name) => name !== 'class');
        tags.push([tagName, ...names].join(' '));
      },
    });
    await rewriter.transform(new Response(html)).text();
    // The number of paths in a QR code depends on its content.
    return tags.filter((tag) => !tag.startsWith('path'));
  }

  async function visit(link: string, agent = 'Mozilla/5.0'): Promise<string> {
    const { status, text } = await site.send('GET', link.replace('http://localhost:3000', ''), {
      headers: { 'User-Agent': agent },
    });
    expect(status).toBe(200);
    return text;
  }

  test.each(HOSTILE)('33: %s is shown as text in every field, to people and to crawlers', async (text) => {
    guards('no-user-html');
    const plain = await visit((await add(pageOf('harmless'))).link);
    const { id, link } = await add(pageOf(text));
    for (const agent of ['Mozilla/5.0', 'facebookexternalhit/1.1']) {
      const page = await visit(link, agent);
      expect(page).not.toContain('<script');
      expect(page.split(escapeHtml(text)).length - 1).toBeGreaterThanOrEqual(16);
      expect(await tagsOf(page)).toEqual(await tagsOf(plain));
    }
    const details = (await site.send('GET', `/api/bio/${id}`, { key })).json.details;
    expect([details.name, details.blocks[0].title, details.blocks[5].subject]).toEqual([text, text, text]);
    for (const { id: block, type } of details.blocks) {
      if (['heading', 'text', 'qr'].includes(type)) continue;
      const { status, headers } = await site.send('GET', `${new globalThis.URL(link).pathname}/${block}`);
      expect(status).toBe(302);
      expect(headers.get('Location')).toMatch(
        /^(https:\/\/(example|vimeo)\.com\/|mailto:a@b\.example|tel:123$)[\x21-\x7e]*$/,
      );
    }
  });

  test('35: a block accepts no URL with a script or any other scheme than http and https', async () => {
    guards('destination-format');
    const addresses = [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://example.com/x',
      'intent://x#Intent;end',
      '//evil.example',
      'https://user:pass@example.com/',
    ];
    for (const url of addresses) {
      const blocks = [
        { type: 'link', title: 'x', url },
        { type: 'picture', picture: file, url },
        { type: 'social', network: 'x', url },
        { type: 'qr', url },
        { type: 'video', title: 'x', url },
      ];
      const { status, json } = await site.send('POST', '/api/bio/add', { key, body: { name: 'Ada', blocks } });
      const fields = json.errors.map(({ field }: { field: string }) => field);
      expect([url, status, fields]).toEqual([url, 400, [0, 1, 2, 3, 4].map((index) => `blocks.${index}.url`)]);
    }
  });

  test('51: another user can neither find nor change it, nor show its pictures', async () => {
    guards('ownership');
    const { id, link } = await add({ blocks: [{ type: 'link', title: 'x', url: URL }] });
    const before = (await site.send('GET', `/api/bio/${id}`, { key })).text;
    const block = JSON.parse(before).details.blocks[0].id;
    const tries: [method: string, path: string, body?: object][] = [
      ['GET', ''],
      ['GET', '/stats'],
      ['GET', `/block/${block}/stats`],
      ['PUT', '/update', { name: 'Mine', slug: 'mine', status: 'draft', blocks: [] }],
      ['DELETE', '/delete'],
    ];
    for (const [method, end, body] of tries) {
      const sent = { key: otherKey, ...(body && { body }) };
      const theirs = await site.send(method, `/api/bio/${id}${end}`, sent);
      const missing = await site.send(method, `/api/bio/99999999${end.replace(String(block), '1')}`, sent);
      expect([method, end, theirs.status, theirs.text]).toEqual([method, end, 404, missing.text]);
    }
    const own = {
      name: 'Own',
      avatar: file,
      blocks: [
        { type: 'picture', picture: file },
        { type: 'divider', id: block },
      ],
    };
    const { status, json } = await site.send('POST', '/api/bio/add', { key: otherKey, body: own });
    expect([status, json.errors.map(({ field }: { field: string }) => field)]).toEqual([
      400,
      ['avatar', 'blocks.0.picture'],
    ]);
    expect((await site.send('GET', `/api/bio/${id}`, { key })).text).toBe(before);
    await visit(link);
  });

  test('53: fields that nobody may set are not assigned', async () => {
    guards('ownership');
    const foreign = {
      id: 1,
      userid: 999,
      user_id: 999,
      userId: 999,
      views: 5_000,
      clicks: 5_000,
      date: '2000-01-01 00:00:00',
      created_at: 0,
      role: 'admin',
      search_words: 'x',
      design: '{}',
      link: 'https://evil.example/',
      constructor: { prototype: { polluted: true } },
    };
    const blocks = [{ type: 'divider', bio_id: 1, position: 7, ...foreign }];
    const raw = JSON.stringify({ name: 'Ada', slug: 'assigned', ...foreign, blocks }).replace(
      '{',
      '{"__proto__":{"status":"draft","polluted":true},',
    );
    const { json } = await site.send('POST', '/api/bio/add', { key, body: raw });
    await site.send('PUT', `/api/bio/${json.id}/update`, { key, body: raw.replace(/"id":1,/g, '') });
    const { details } = (await site.send('GET', `/api/bio/${json.id}`, { key })).json;
    expect(details).toMatchObject({ views: 0, date: '2026-11-16 12:00:00', status: 'published', slug: 'assigned' });
    expect(details.link).toBe('http://localhost:3000/assigned');
    expect(details.blocks).toEqual([{ id: expect.any(Number), type: 'divider', clicks: 0 }]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const row = await site.database.db
      .selectFrom('bio_pages')
      .select(['user_id', 'id'])
      .where('slug', '=', 'assigned')
      .executeTakeFirst();
    expect(row).toEqual({ user_id: userId, id: json.id });
  });

  testWithoutStore(engine)('41: a list, an object, a number or a boolean in place of text is refused', async () => {
    guards('input-bounds');
    for (const value of [['x'], { $ne: null }, 0, true]) {
      const names = ['name', 'slug', 'headline', 'text', 'accent', 'language', 'metatitle', 'metadescription'];
      for (const name of names) {
        const { status, json } = await site.send('POST', '/api/bio/add', { key, body: { name: 'x', [name]: value } });
        expect([status, json.errors[0].field]).toEqual([400, name]);
      }
    }
  });

  testWithoutStore(engine)('a body with too many or malformed blocks is refused with at most 100 errors', async () => {
    for (const [blocks, problems] of [
      [Array(10_000).fill([]), 1],
      [Array(30_000).fill(0), 1],
      [[[[[[[]]]]]], 1],
      [Array(100).fill({ type: 'x' }), 100],
    ] as const) {
      const { status, json, text } = await site.send('POST', '/api/bio/add', { key, body: { name: 'x', blocks } });
      expect([status, json.errors.length, text.includes('.ts:')]).toEqual([400, problems, false]);
    }
  });
});
