import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';

const OWN = 'https://secret.example/own';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const GERMANY = '88.198.1.1';
const CANADA = '24.48.0.1';
const ORIGIN = 'http://localhost:3000';
const PIXELS = {
  meta: { type: 'fbpixel', name: 'Shop', tag: '123456789012345' },
  reddit: { type: 'forum', name: 'Shop', tag: 't2_a1b2c3d4' },
};

interface TestVisitor {
  peer?: string;
  cookie?: string;
  headers?: Record<string, string>;
}

function isQuestion({ status, text }: Received): boolean {
  return status === 200 && text.includes('name="pixels" value="decline"');
}

function firedIn({ text }: Received): string {
  return [...text.matchAll(/data-tags="([^"]*)"/g)].map(([, tags]) => tags).join(' ');
}

function cookieOf({ headers }: Received): string {
  return headers.get('Set-Cookie')?.split(';')[0] ?? '';
}

onEachEngine('PIXEL_CONSENT', (engine) => {
  let site: TestSite;
  let key: string;
  const pixelIds = { meta: 0, reddit: 0 };

  beforeAll(async () => {
    site = await openTestSite(engine, { PIXEL_CONSENT: 'eu' });
    key = (await site.addUser()).key;
    for (const name of ['meta', 'reddit'] as const) {
      pixelIds[name] = (await site.send('POST', '/api/pixel/add', { key, body: PIXELS[name] })).json.id;
    }
  });
  afterAll(() => site.close());

  async function addLink(fields: object = {}): Promise<{ id: number; path: string }> {
    const body = { url: OWN, pixels: [pixelIds.meta], ...fields };
    const { json } = await site.send('POST', '/api/url/add', { key, body });
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  function visit(path: string, { peer = GERMANY, cookie = '', headers = {} }: TestVisitor = {}): Promise<Received> {
    return site.send('GET', path, { peer, headers: { 'User-Agent': AGENT, Cookie: cookie, ...headers } });
  }

  function sendForm(
    path: string,
    form: Record<string, string>,
    { peer = GERMANY, cookie = '', headers = {} }: TestVisitor = {},
  ) {
    const all = { 'User-Agent': AGENT, Origin: ORIGIN, Referer: ORIGIN + path, Cookie: cookie, ...headers };
    return site.send('POST', path, { peer, headers: all, body: String(new URLSearchParams(form)) });
  }

  async function statisticsOf(id: number) {
    return (await site.send('GET', `/api/url/${id}`, { key })).json.data;
  }

  test('a visitor from the EU is asked in their language, and the page does not reveal the destination', async () => {
    const { id, path } = await addLink({ metatitle: 'The vault' });
    const answer = await visit(`${path}?a=1`, {
      headers: { 'Accept-Language': 'de', Referer: 'https://news.example/x' },
    });
    expect(isQuestion(answer)).toBe(true);
    expect(answer.text).toContain(`action="${path}?a=1"`);
    expect(answer.text).toContain('value="https://news.example/x"');
    expect(answer.text).toContain('mit Meta Besuche messen');
    expect(`${answer.text}${JSON.stringify([...answer.headers])}`).not.toMatch(/secret\.example|vault|123456789012345/);
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await statisticsOf(id)).toMatchObject({ clicks: 0 });
  });

  test('a visitor from elsewhere is not asked', async () => {
    const { path } = await addLink();
    expect(firedIn(await visit(path, { peer: CANADA }))).toBe(PIXELS.meta.tag);
  });

  test('allowing fires pixels, declining redirects; both are remembered and count once, with the original referrer', async () => {
    for (const word of ['allow', 'decline']) {
      const { id, path } = await addLink({ redirect_code: 308 });
      expect(isQuestion(await visit(path))).toBe(true);
      const answer = await sendForm(`${path}?a=1`, { pixels: word, from: 'https://www.facebook.com/x' });
      if (word === 'allow') expect(firedIn(answer)).toBe(PIXELS.meta.tag);
      else expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${OWN}?a=1`]);
      expect(await statisticsOf(id)).toMatchObject({ clicks: 1, topReferrers: { 'facebook.com': 1 } });

      const [value, ...attributes] = (answer.headers.get('Set-Cookie') ?? '').split('; ');
      expect(value).toBe(word === 'allow' ? 'signpost_pixels=allow.socialapixel' : 'signpost_pixels=decline');
      expect(attributes).toEqual(['Path=/', 'Max-Age=15552000', 'HttpOnly', 'SameSite=Lax']);
      const later = await visit(path, { cookie: cookieOf(answer) });
      if (word === 'allow') expect(firedIn(later)).toBe(PIXELS.meta.tag);
      else expect([later.status, later.headers.get('Location')]).toEqual([308, OWN]);
      expect(later.headers.get('Set-Cookie')).toBeNull();
      expect(await statisticsOf(id)).toMatchObject({ clicks: 2 });
    }
  });

  test('consent applies to the other links of the host, for the named vendors', async () => {
    const [first, second, third] = [
      await addLink(),
      await addLink(),
      await addLink({ pixels: [pixelIds.meta, pixelIds.reddit] }),
    ];
    const cookie = cookieOf(await sendForm(first.path, { pixels: 'allow' }));
    expect(firedIn(await visit(second.path, { cookie }))).toBe(PIXELS.meta.tag);
    expect(isQuestion(await visit(third.path, { cookie }))).toBe(true);
    const wider = cookieOf(await sendForm(third.path, { pixels: 'allow' }, { cookie }));
    expect(wider).toBe('signpost_pixels=allow.socialapixel.forum');
    expect(firedIn(await visit(third.path, { cookie: wider }))).toBe(`${PIXELS.meta.tag} ${PIXELS.reddit.tag}`);
  });

  test('the reply takes the last click of a link, not the question', async () => {
    const { id, path } = await addLink({ max_clicks: 2 });
    for (let times = 0; times < 5; times += 1) expect(isQuestion(await visit(path))).toBe(true);
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendForm(path, { pixels: 'allow' })));
    expect(answers.filter((answer) => firedIn(answer) !== '')).toHaveLength(2);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(8);
    expect(await statisticsOf(id)).toMatchObject({ clicks: 2 });
    expect((await visit(path)).status).toBe(410);
  });

  test('a frame and a splash page come after the question, with or without their pixels', async () => {
    for (const [type, sign] of [
      ['frame', '<iframe'],
      ['splash', 'class="dial"'],
    ] as const) {
      const { path } = await addLink({ type });
      expect(isQuestion(await visit(path))).toBe(true);
      const [allowed, declined] = [
        await sendForm(path, { pixels: 'allow' }),
        await sendForm(path, { pixels: 'decline' }),
      ];
      expect([allowed.status, declined.status]).toEqual([200, 200]);
      expect([firedIn(allowed), firedIn(declined)]).toEqual([PIXELS.meta.tag, '']);
      for (const { text } of [allowed, declined]) expect(text).toContain(sign);
    }
  });

  test('the password comes before the question, and a reply does not replace it', async () => {
    const { path } = await addLink({ password: 'open sesame' });
    expect((await visit(path)).text).toContain('type="password"');
    const early = await sendForm(path, { pixels: 'allow' });
    expect(early.text).toContain('type="password"');
    expect(early.text).not.toMatch(/secret\.example|data-tags/);
    const opened = cookieOf(await sendForm(path, { password: 'open sesame' }));
    expect(opened).toStartWith('signpost_link_');
    expect(isQuestion(await visit(path, { cookie: opened }))).toBe(true);
    expect(firedIn(await sendForm(path, { pixels: 'allow' }, { cookie: opened }))).toBe(PIXELS.meta.tag);
  });

  test.each([
    ['a visitor with Sec-GPC', { 'Sec-GPC': '1' }],
    ['a visitor with DNT', { DNT: '1' }],
    ['a crawler', { 'User-Agent': 'Googlebot/2.1' }],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }],
  ] as const)('%s is never asked', async (_, headers) => {
    const { path } = await addLink();
    expect((await visit(path, { headers })).headers.get('Location')).toBe(OWN);
  });

  test('another site cannot allow pixels for a visitor', async () => {
    const { id, path } = await addLink();
    for (const Origin of ['https://evil.example', 'null']) {
      const answer = await sendForm(path, { pixels: 'allow' }, { headers: { Origin } });
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, path]);
      expect(answer.headers.get('Set-Cookie')).toBeNull();
    }
    expect(await statisticsOf(id)).toMatchObject({ clicks: 0 });
  });

  test('a form without a reply leads back to the question', async () => {
    const { path } = await addLink();
    for (const form of [{}, { pixels: 'maybe' }, { password: 'x' }]) {
      const answer = await sendForm(`${path}?a=1`, form as Record<string, string>);
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}?a=1`]);
    }
  });

  test('a link without pixels asks no question and accepts no form', async () => {
    const { path } = await addLink({ pixels: [] });
    expect((await visit(path)).headers.get('Location')).toBe(OWN);
    expect((await sendForm(path, { pixels: 'allow' })).status).toBe(405);
  });

  test('the preview shows the destination without asking', async () => {
    const { path } = await addLink();
    const answer = await visit(`${path}+`);
    expect(isQuestion(answer)).toBe(false);
    expect(answer.text).toContain('secret.example');
  });
});

onEachEngine('PIXEL_CONSENT=all over https', (engine) => {
  test('everyone is asked, and the cookie is Secure', async () => {
    const site = await openTestSite(engine, { PIXEL_CONSENT: 'all', BASE_URL: 'https://sgn.example' });
    const { key } = await site.addUser();
    const { id } = (await site.send('POST', '/api/pixel/add', { key, body: PIXELS.meta })).json;
    await site.send('POST', '/api/url/add', { key, body: { url: OWN, custom: 'asked', pixels: [id] } });
    const headers = { Host: 'sgn.example', 'User-Agent': AGENT, Origin: 'https://sgn.example' };
    expect(isQuestion(await site.send('GET', '/asked', { headers, peer: CANADA }))).toBe(true);
    const answer = await site.send('POST', '/asked', { headers, peer: CANADA, body: 'pixels=allow' });
    expect(firedIn(answer)).toBe(PIXELS.meta.tag);
    expect(answer.headers.get('Set-Cookie')).toEndWith('; SameSite=Lax; Secure');
    await site.close();
  });
});
