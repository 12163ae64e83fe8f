import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { framingOutbound } from '../../test/support/framing-outbound.ts';
import { openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';

const OWN = 'https://example.com/own';
const CLOSED = 'https://closed.example/page';
const META = { type: 'fbpixel', name: 'Shop', tag: '123456789012345' };

/** The sources that a directive of the page's policy allows. */
function allowedBy({ headers }: Received, directive: string): string[] {
  const policy = headers.get('Content-Security-Policy') ?? '';
  const found = policy.split('; ').find((part) => part.startsWith(`${directive} `));
  return found?.split(' ').slice(1) ?? [];
}

function firedIn({ text }: Received): string {
  return [...text.matchAll(/data-tags="([^"]*)"/g)].map(([, tags]) => tags).join(' ');
}

for (const [consent, environment] of [
  ['off', {}],
  ['all', { PIXEL_CONSENT: 'all' }],
] as const) {
  onEachEngine(`pixels in splash pages and overlays, consent ${consent}`, (engine) => {
    let site: TestSite;
    let key: string;
    let pixel: number;
    let visitors = 0;

    beforeAll(async () => {
      const outbound = framingOutbound({ 'https://closed.example': { 'X-Frame-Options': 'DENY' } });
      site = await openTestSite(engine, environment, { outbound });
      key = (await site.addUser()).key;
      pixel = (await send('POST', '/api/pixel/add', META)).json.id;
    });
    afterAll(() => site.close());

    function send(method: string, path: string, body?: object): Promise<Received> {
      return site.send(method, path, { key, ...(body && { body }) });
    }

    async function addOverlay(fields: object): Promise<string> {
      return `overlay-${(await send('POST', '/api/overlay/add', { name: 'Look', ...fields })).json.id}`;
    }

    async function addLink(fields: object): Promise<{ id: number; path: string }> {
      const { json } = await send('POST', '/api/url/add', { url: OWN, pixels: [pixel], ...fields });
      return { id: json.id, path: new URL(json.shorturl).pathname };
    }

    /** Opens the page; a visitor who is asked for consent allows the pixels. */
    async function open(path: string, headers: Record<string, string> = {}): Promise<Received> {
      visitors += 1;
      const peer = `203.0.113.${visitors}`;
      if (consent === 'off') return site.send('GET', path, { peer, headers });
      expect((await site.send('GET', path, { peer, headers })).text).not.toMatch(/data-tags|<dialog|class="own/);
      return site.send('POST', path, { peer, headers, body: 'pixels=allow' });
    }

    async function clicksOf(id: number): Promise<number> {
      return (await send('GET', `/api/url/${id}`)).json.data.clicks;
    }

    test('they fire in a custom splash page, and its policy allows their hosts', async () => {
      const { json } = await send('POST', '/api/splash/add', { name: 'Tour', title: 'The tour', seconds: 0 });
      const { id, path } = await addLink({ type: json.id });
      const page = await open(path);
      expect(page.text).toContain('<h1>The tour</h1>');
      expect(firedIn(page)).toBe(META.tag);
      expect(allowedBy(page, 'script-src')).toContain('https://connect.facebook.net');
      expect(await clicksOf(id)).toBe(1);
    });

    test('they fire in an overlay over its destination, next to its frame and its form', async () => {
      const { path } = await addLink({ type: await addOverlay({ type: 'poll' }) });
      const page = await open(path);
      expect(page.text).toContain('<dialog');
      expect(firedIn(page)).toBe(META.tag);
      expect(allowedBy(page, 'script-src')).toContain('https://connect.facebook.net');
      expect(allowedBy(page, 'frame-src')).toContain('https://example.com');
      // Not the whole host: otherwise a vendor's script could call our API with the session of a signed-in user.
      expect(allowedBy(page, 'connect-src')).toContain(`http://localhost:3000/cta${path}`);
      expect(allowedBy(page, 'connect-src')).not.toContain("'self'");
      expect(allowedBy(page, 'connect-src').length).toBeGreaterThan(1);
      expect(allowedBy(page, 'form-action')).toEqual(["'self'"]);
    });

    test('they fire in an overlay before a destination that cannot be framed', async () => {
      const { path } = await addLink({ url: CLOSED, type: await addOverlay({ type: 'message' }) });
      const page = await open(path);
      expect(page.text).not.toContain('<iframe');
      expect(page.text).toContain('class="before');
      expect(firedIn(page)).toBe(META.tag);
      expect(allowedBy(page, 'script-src')).toContain('https://connect.facebook.net');
    });

    test('an image overlay without a picture becomes a frame, or a redirect if framing is forbidden; both fire them', async () => {
      const type = await addOverlay({ type: 'image' });
      for (const [url, shown] of [
        [OWN, '<iframe'],
        [CLOSED, '<a id="go"'],
      ] as const) {
        const page = await open((await addLink({ url, type })).path);
        expect(page.text).toContain(shown);
        expect(firedIn(page)).toBe(META.tag);
      }
    });

    test('the response to a form fires nothing again, with and without cookies', async () => {
      const overlay = await addOverlay({ type: 'newsletter' });
      const { id, path } = await addLink({ type: overlay });
      const page = await open(path);
      const mark = /name="mark" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
      for (const [email, status] of [
        ['nobody', 400],
        ['ada@example.com', 200],
      ] as const) {
        const body = String(new URLSearchParams({ mark, email }));
        const answer = await site.send('POST', `/cta${path}`, { body });
        expect([answer.status, firedIn(answer)]).toEqual([status, '']);
      }
      const { json } = await send('GET', `/api/overlay/${overlay.replace('overlay-', '')}/responses`);
      expect([json.data.result, await clicksOf(id)]).toEqual([1, 1]);
    });

    test('for a visitor who requests privacy nothing fires, there is no question, and the page is the same', async () => {
      const type = await addOverlay({ type: 'message' });
      const { path } = await addLink({ type });
      const page = await site.send('GET', path, { headers: { 'Sec-GPC': '1' } });
      expect([page.text.includes('<dialog'), firedIn(page)]).toEqual([true, '']);
      expect(page.headers.get('Content-Security-Policy')).not.toContain('facebook');
    });
  });
}
