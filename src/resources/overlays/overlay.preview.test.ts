import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const BODIES = {
  message: { text: 'Mind <the> gap' },
  contact: { text: 'Mind <the> gap', fields: ['email'] },
  poll: { question: 'Mind <the> gap', answers: ['Yes', 'Never'] },
  newsletter: { text: 'Mind <the> gap' },
  coupon: { text: 'Mind <the> gap', code: 'TEN' },
};

onEachEngine('the previews of overlays and splash pages', (engine) => {
  let site: TestSite;
  let key: string;
  let picture: number;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100' });
    key = (await site.addUser()).key;
    const headers = { 'Content-Type': 'image/png' };
    picture = (await site.send('POST', '/api/file', { key, body: new Uint8Array(makePng(9, 9)), headers })).json.id;
  });
  afterAll(() => site.close());

  function preview(noun: 'overlay' | 'splash', body: object, by = key) {
    return site.send('POST', `/api/${noun}/preview`, { key: by, body });
  }

  for (const [type, body] of Object.entries(BODIES)) {
    testWithoutStore(engine)(
      `${type}: its text is escaped, there is no script or frame, and nothing is stored`,
      async () => {
        const { status, json } = await preview('overlay', { type, name: 'n', accent: 'rgb(1,2,3)', ...body });
        expect(status).toBe(200);
        expect(json.html).toContain('Mind &lt;the&gt; gap');
        expect(json.html).toContain('1 2 3');
        expect(json.html).not.toMatch(/<script|<iframe/);
      },
    );
  }

  test('an image shows its picture, and a warning if it has none', async () => {
    const shown = await preview('overlay', { type: 'image', name: 'n', picture });
    expect(shown.json.html).toMatch(/<img class="poster" src="\/file\/[^"]+"/);
    const empty = await preview('overlay', { type: 'image', name: 'n' });
    expect(empty.json.warning).toContain('no image');
  });

  test('a splash page preview has its texts, picture and colors, and nothing is stored', async () => {
    const body = { name: 'n', title: 'Good <bye>', button: 'On', picture, background: 'rgb(4,5,6)', seconds: 9 };
    const { status, json } = await preview('splash', body);
    expect(status).toBe(200);
    for (const part of ['Good &lt;bye&gt;', '<span>On</span>', 'class="cover"', '4 5 6'])
      expect(json.html).toContain(part);
    expect(json.html).not.toContain('<script');
    expect((await site.send('GET', '/api/splash', { key })).json.data.result).toBe(0);
  });

  test('a body that could not be created is refused with the field named, and a preview needs a key', async () => {
    const alike = { background: 'rgb(9,9,9)', foreground: 'rgb(8,8,8)' };
    const cases: ['overlay' | 'splash', object, string][] = [
      ['overlay', { type: 'poll', name: 'n', answers: ['one'] }, 'answers'],
      ['overlay', { type: 'message', name: 'n', button_url: 'http://localhost:3000/x' }, 'button_url'],
      ['overlay', { type: 'message', name: 'n', ...alike }, 'foreground'],
      ['splash', { name: 'n', ...alike }, 'foreground'],
      ['splash', { name: 'n', logo: 999 }, 'logo'],
    ];
    for (const [noun, body, field] of cases) {
      const { status, json } = await preview(noun, body);
      expect([noun, field, status, json.errors?.[0]?.field]).toEqual([noun, field, 400, field]);
    }
    for (const noun of ['overlay', 'splash'] as const) {
      expect((await site.send('POST', `/api/${noun}/preview`, { body: { name: 'n' } })).status).toBe(401);
    }
  });
});
