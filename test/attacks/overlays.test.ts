import { afterAll, beforeAll, expect, test } from 'bun:test';
import { escapeHtml } from '../../src/lib/html.ts';
import { onEachEngine } from '../support/engines.ts';
import { framingOutbound } from '../support/framing-outbound.ts';
import { guards } from '../support/guards.ts';
import { type OverlayFormSite, openOverlayFormSite } from '../support/overlay-form-site.ts';
import { makePng } from '../support/pictures.ts';
import type { Received } from '../support/test-site.ts';

const HOSTILE = ['</title><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '$' + '{7*7}', '{{7*7}}'];

/** For each type of overlay, a body with this text in every text field. */
const OVERLAYS: [type: string, put: (text: string) => object][] = [
  ['message', (text) => ({ text, button: text.slice(0, 40), button_url: `https://a.example/?${text}` })],
  ['contact', (text) => ({ text, button: text.slice(0, 40), thanks: text })],
  ['poll', (text) => ({ question: text, answers: [text, 'other'], thanks: text })],
  ['newsletter', (text) => ({ text, thanks: text })],
  ['coupon', (text) => ({ text, code: text.slice(0, 64) })],
  ['message', () => ({})],
  ['coupon', () => ({})],
];

/** The names of all elements of a page with their attributes, in order. */
async function structureOf({ text, headers }: Received): Promise<string[]> {
  const policy = headers.get('Content-Security-Policy') ?? '';
  expect(policy).toStartWith("default-src 'none'; ");
  expect(policy).not.toContain('unsafe');
  const seen: string[] = [];
  const rewriter = new HTMLRewriter().on('*', {
    element({ tagName, attributes }) {
      seen.push([tagName, ...[...attributes].map(([name]) => name)].join(' '));
    },
  });
  await rewriter.transform(new Response(text)).text();
  return seen;
}

onEachEngine('attacks through overlays and splash pages', (engine) => {
  let forms: OverlayFormSite;
  let outbound: ReturnType<typeof framingOutbound>;

  beforeAll(async () => {
    outbound = framingOutbound({ 'https://strict.example': { 'X-Frame-Options': 'DENY' } });
    forms = await openOverlayFormSite(engine, outbound);
  });
  afterAll(() => forms.site.close());

  /** The page of a link with this overlay, and the responses to its form. */
  async function pagesOf(type: string, content: object, text: string, url: string): Promise<Received[]> {
    const form = await forms.make({ type, name: text, ...content }, { url, metatitle: text });
    const page = await forms.site.send('GET', form.path);
    if (form.mark === '') return [page];
    const values = { name: text, email: 'a@example.com', message: text, answer: type === 'poll' ? text : '' };
    return [page, await form.send({ ...values, email: text, answer: 'none' }), await form.send(values)];
  }

  test.each(OVERLAYS)(
    '33: hostile text in a %s stays text, on the page, in the form and in the thank-you message',
    async (type, put) => {
      guards('no-user-html');
      for (const url of [forms.DESTINATION, 'https://strict.example/']) {
        const harmless = await pagesOf(type, put('harmless'), 'harmless', url);
        const expected = await Promise.all(harmless.map(structureOf));
        for (const hostile of HOSTILE) {
          const pages = await pagesOf(type, put(hostile), hostile, url);
          expect(await Promise.all(pages.map(structureOf))).toEqual(expected);
          expect(pages.map(({ status }) => status)).toEqual(harmless.map(({ status }) => status));
          expect(pages[0]?.text).toContain(escapeHtml(hostile));
        }
      }
    },
  );

  test('33: hostile text in a splash page stays text', async () => {
    guards('no-user-html');
    const structures: string[][] = [];
    for (const text of ['harmless', ...HOSTILE]) {
      const body = { name: text, title: text, text, button: text.slice(0, 40) };
      const { json } = await forms.send('POST', '/api/splash/add', body);
      const link = await forms.send('POST', '/api/url/add', { url: forms.DESTINATION, type: json.id, metatitle: text });
      const page = await forms.site.send('GET', new URL(link.json.shorturl).pathname);
      expect(page.text).toContain(`<h1>${escapeHtml(text)}</h1>`);
      structures.push(await structureOf(page));
    }
    for (const structure of structures) expect(structure).toEqual(structures[0] ?? []);
  });

  test('33: text from visitors stays text in the list and in the export', async () => {
    guards('no-user-html');
    const form = await forms.make({ type: 'contact' });
    for (const [index, message] of [...HOSTILE, '=1+1', '+1', '-1', '@x'].entries()) {
      await form.send({ name: 'n', email: 'a@example.com', message }, { peer: `198.51.100.${index}` });
    }
    expect((await form.responses()).result).toBe(8);
    const { text, headers } = await forms.send('GET', `/api/overlay/${form.overlayId}/responses.csv`);
    expect(text).not.toMatch(/(^|,|")[=+\-@]/m);
    expect(headers.get('Content-Type')).toStartWith('text/csv');
    expect(headers.get('Content-Disposition')).toStartWith('attachment');
  });

  test('37: no page of a link with an overlay or a splash page can be framed', async () => {
    guards('page-policies');
    const { json } = await forms.send('POST', '/api/splash/add', { name: 'n' });
    const pages = [
      await forms.make({ type: 'contact' }),
      await forms.make({ type: 'contact' }, { url: 'https://strict.example/' }),
      await forms.make({ type: 'message' }, { type: json.id }),
    ];
    for (const { path } of pages) {
      const { headers } = await forms.site.send('GET', path);
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    }
    const thanks = await pages[0]?.send({ name: 'n', email: 'a@example.com', message: 'm' });
    expect(thanks?.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  });

  test('39: error pages of forms and files show nothing of the requested path', async () => {
    guards('no-user-html');
    for (const path of [
      '/cta/<script>alert(1)</script>',
      '/cta/%3Cscript%3E',
      '/file/<img src=x>.png',
      '/cta/..%2fx',
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status, text } = await forms.site.send(method, path, { peer: '198.51.100.200' });
        expect([404, 405]).toContain(status);
        expect(text).not.toMatch(/alert|<img|%3Cscript/);
      }
    }
  });

  test('another user’s picture is refused like one that does not exist', async () => {
    const { key } = await forms.site.addUser();
    const headers = { 'Content-Type': 'image/png' };
    const { json } = await forms.site.send('POST', '/api/file', { key, body: makePng(1, 1), headers });
    for (const [path, body, field] of [
      ['/api/splash/add', { name: 'n', picture: json.id }, 'picture'],
      ['/api/splash/add', { name: 'n', logo: json.id }, 'logo'],
      ['/api/overlay/add', { type: 'image', name: 'n', picture: json.id }, 'picture'],
      ['/api/overlay/add', { type: 'poll', name: 'n', logo: json.id }, 'logo'],
    ] as const) {
      const theirs = await forms.send('POST', path, body);
      const missing = await forms.send('POST', path, { ...body, [field]: 999_999 });
      expect([theirs.status, theirs.text]).toEqual([400, missing.text]);
      expect(theirs.json.errors[0].field).toBe(field);
    }
  });

  test('a form without its token, with the token of another link, or from another site stores nothing', async () => {
    const [form, other] = [await forms.make({ type: 'newsletter' }), await forms.make({ type: 'newsletter' })];
    const email = 'a@example.com';
    for (const mark of ['', 'x', other.mark, `${form.mark}x`])
      expect((await form.send({ email, mark })).status).toBe(400);
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'Sec-Fetch-Site': site };
      expect((await form.send({ email }, { headers })).status).toBe(400);
    }
    expect((await form.responses()).result).toBe(0);
  });

  test('the form of a link with a password cannot be submitted without the password', async () => {
    const form = await forms.make({ type: 'newsletter' }, { password: 'sesame', url: 'https://vault.example/deep' });
    expect(form.mark).toBe('');
    const { status, text } = await form.send({ email: 'a@example.com' });
    expect(status).toBe(400);
    expect(text).not.toContain('vault');
    expect((await form.responses()).result).toBe(0);
  });

  test('a form with a filled honeypot field gets a thank-you and is not stored', async () => {
    const form = await forms.make({ type: 'newsletter' });
    expect((await form.send({ email: 'a@example.com', website: 'https://spam.example' })).status).toBe(200);
    expect((await form.responses()).result).toBe(0);
  });

  test('a visitor can submit five forms in a minute, over all overlays; IPv6 counts by network', async () => {
    const [form, other] = [await forms.make({ type: 'newsletter' }), await forms.make({ type: 'newsletter' })];
    const sent = Array.from({ length: 8 }, (_, index) =>
      (index % 2 === 0 ? form : other).send({ email: 'a@example.com' }, { peer: `2001:db8:7:7::${index + 1}` }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = await form.send({ email: 'a@example.com' }, { peer: '2001:db8:7:7::ff' });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60']);
    expect((await form.send({ email: 'a@example.com' }, { peer: '2001:db8:7:8::1' })).status).toBe(200);
    forms.site.clock.now += 60_000;
    expect((await form.send({ email: 'a@example.com' }, { peer: '2001:db8:7:7::1' })).status).toBe(200);
  });

  test('an overlay accepts three hundred forms in a minute, and others are not affected', async () => {
    const [form, other] = [await forms.make({ type: 'newsletter' }), await forms.make({ type: 'newsletter' })];
    const statuses = new Map<number, number>();
    for (let index = 0; index < 310; index += 1) {
      const { status } = await form.send({ email: 'a@example.com' }, { peer: `192.0.${index >> 7}.${index & 127}` });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [200, 300],
      [429, 10],
    ]);
    expect((await other.send({ email: 'a@example.com' })).status).toBe(200);
    expect((await form.responses()).result).toBe(300);
  });

  test('forged cookies, tokens or agents from one network do not add votes to a poll', async () => {
    guards('one-vote');
    const form = await forms.make({ type: 'poll' });
    const cookie = `signpost_poll_${form.overlayId}=forged`;
    expect((await form.send({ answer: 'Yes' }, { headers: { Cookie: cookie } })).status).toBe(200);
    expect((await form.send({ answer: 'Yes' }, { headers: { Cookie: `${cookie}; a=b` } })).status).toBe(409);
    const agents = Array.from({ length: 20 }, (_, index) =>
      form.send({ answer: 'Yes' }, { headers: { 'User-Agent': `bot ${index}` } }),
    );
    await Promise.all(agents);
    expect((await form.responses()).counts[0].votes).toBe(1);
  });

  test('a body larger than 64 KiB is refused', async () => {
    const form = await forms.make({ type: 'contact' });
    const { status } = await form.send({ message: 'x'.repeat(70_000) });
    expect(status).toBe(413);
    expect((await form.responses()).result).toBe(0);
  });
});
