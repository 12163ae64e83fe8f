import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

onEachEngine('the preview of a bio page', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100' });
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  function preview(body: object, by = key) {
    return site.send('POST', '/api/bio/preview', { key: by, body });
  }

  async function addFile(by: string): Promise<number> {
    const headers = { 'Content-Type': 'image/png' };
    return (await site.send('POST', '/api/file', { key: by, body: new Uint8Array(makePng(9, 9)), headers })).json.id;
  }

  test('a preview is the page that visitors would get, without destinations in its blocks', async () => {
    const avatar = await addFile(key);
    const body = {
      name: 'Ada <Lovelace>',
      slug: 'ada',
      headline: 'Numbers',
      theme: 'terminal',
      accent: '#ffee66',
      avatar,
      blocks: [
        { type: 'heading', text: 'Read me' },
        { type: 'link', title: 'Notes', url: 'https://target.example/notes' },
        { type: 'qr', caption: 'This page' },
        { type: 'picture', picture: avatar, url: 'https://target.example/picture' },
      ],
    };
    const { status, json } = await preview(body);
    expect([status, Object.keys(json).toSorted()]).toEqual([200, ['error', 'html', 'warning', 'warning_details']]);
    expect((await site.send('GET', '/api/bio', { key })).json.data.result).toBe(0);
    expect((await site.send('GET', '/ada')).status).toBe(404);
    expect(json.html).not.toMatch(/<script|target\.example/);
    expect(json.html).toContain('Ada &lt;Lovelace&gt;');

    await site.send('POST', '/api/bio/add', { key, body });
    const { text } = await site.send('GET', '/ada');
    expect(text.replace(/href="\/ada\/\d+"/g, 'href="#"')).toBe(json.html);
  });

  test('a body that could not be saved is refused with the field named', async () => {
    const cases: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x', theme: 'neon' }, 'theme'],
      [{ name: 'x', blocks: [{ type: 'link', title: 'y', url: 'javascript:alert(1)' }] }, 'blocks.0.url'],
      [{ name: 'x', blocks: [{ type: 'link', title: 'y', url: 'http://localhost:3000/app' }] }, 'blocks.0.url'],
      [{ name: 'x', avatar: await addFile(otherKey) }, 'avatar'],
      [{ name: 'x', blocks: Array.from({ length: 12 }, () => ({ type: 'text', text: 'y'.repeat(2_000) })) }, 'blocks'],
    ];
    for (const [body, field] of cases) {
      const { status, json } = await preview(body);
      expect([field, status, json.errors?.[0]?.field]).toEqual([field, 400, field]);
    }
  });

  testWithoutStore(engine)('a preview needs a key', async () => {
    expect((await site.send('POST', '/api/bio/preview', { body: { name: 'x' } })).status).toBe(401);
  });

  test('a taken slug does not prevent a preview', async () => {
    await site.send('POST', '/api/bio/add', { key: otherKey, body: { name: 'Bo' } });
    expect((await preview({ name: 'Bo', slug: 'bo' })).status).toBe(200);
  });
});
