import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { type FramingOutbound, framingOutbound } from '../../test/support/framing-outbound.ts';
import { openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';

const OWN = 'https://example.com/own';

onEachEngine('splash pages and overlays of links', (engine) => {
  let site: TestSite;
  let outbound: FramingOutbound;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    outbound = framingOutbound({ 'https://strict.example': { 'Content-Security-Policy': "frame-ancestors 'none'" } });
    site = await openTestSite(engine, {}, { outbound });
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  function send(method: string, path: string, body?: object, owner = key): Promise<Received> {
    return site.send(method, path, { key: owner, ...(body && { body }) });
  }

  async function addSplash(fields: object = {}): Promise<number> {
    return (await send('POST', '/api/splash/add', { name: 'Mine', ...fields })).json.id;
  }

  async function addOverlay(fields: object = {}): Promise<number> {
    return (await send('POST', '/api/overlay/add', { type: 'message', name: 'Mine', ...fields })).json.id;
  }

  async function addLink(fields: object): Promise<{ id: number; path: string; warning?: string }> {
    const { json } = await send('POST', '/api/url/add', { url: OWN, ...fields });
    return { id: json.id, path: new URL(json.shorturl).pathname, warning: json.warning };
  }

  async function typeOf(id: number): Promise<string> {
    return (await send('GET', `/api/url/${id}`)).json.details.type;
  }

  test('a number, its digits and overlay-ID are accepted, and shown as the same text', async () => {
    const [splash, overlay] = [await addSplash(), await addOverlay()];
    for (const [type, text] of [
      [splash, String(splash)],
      [String(splash), String(splash)],
      [`overlay-${overlay}`, `overlay-${overlay}`],
    ] as const) {
      const { id } = await addLink({ type });
      expect(await typeOf(id)).toBe(text);
      await send('PUT', `/api/url/${id}/update`, { url: OWN, description: 'x' });
      expect(await typeOf(id)).toBe(text);
      await send('PUT', `/api/url/${id}/update`, { url: OWN, type: null });
      expect(await typeOf(id)).toBe('direct');
      await send('PUT', `/api/url/${id}/update`, { url: OWN, type });
      expect(await typeOf(id)).toBe(text);
    }
  });

  test('another user’s splash page is refused like a missing one: 400 with the field type', async () => {
    for (const [type, missing] of [
      [String(await addSplash()), '999999'],
      [`overlay-${await addOverlay()}`, 'overlay-999999'],
    ] as const) {
      const theirs = await send('POST', '/api/url/add', { url: OWN, type }, otherKey);
      const nobodys = await send('POST', '/api/url/add', { url: OWN, type: missing }, otherKey);
      expect([theirs.status, theirs.text]).toEqual([400, nobodys.text]);
      expect(theirs.json.errors[0].field).toBe('type');
    }
    expect((await send('GET', '/api/urls', undefined, otherKey)).json.data.result).toBe(0);
  });

  test('a splash page is shown with all its content, and counted once', async () => {
    const splash = await addSplash({ title: 'A tour', text: 'Come', button: 'Go <now>', seconds: 7 });
    const { id, path } = await addLink({ type: splash });
    const { status, text, headers } = await site.send('GET', path);
    expect(status).toBe(200);
    for (const shown of ['<h1>A tour</h1>', 'Come', 'Go &lt;now&gt;', 'data-seconds="7"', OWN])
      expect(text).toContain(shown);
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    await site.send('HEAD', path);
    expect((await send('GET', `/api/url/${id}`)).json.data.clicks).toBe(1);
  });

  test('a splash page without a countdown has no script', async () => {
    const { path } = await addLink({ type: await addSplash({ seconds: 0 }) });
    const { text, headers } = await site.send('GET', path);
    expect(text).not.toContain('<script');
    expect(headers.get('Content-Security-Policy')).not.toContain('script-src');
  });

  test('a change of a splash page or an overlay takes effect with the next visit', async () => {
    const [splash, overlay] = [await addSplash({ title: 'Before' }), await addOverlay({ text: 'Before' })];
    const links = [await addLink({ type: splash }), await addLink({ type: `overlay-${overlay}` })];
    for (const { path } of links) expect((await site.send('GET', path)).text).toContain('Before');
    await send('PUT', `/api/splash/${splash}/update`, { title: 'After' });
    await send('PUT', `/api/overlay/${overlay}/update`, { text: 'After' });
    for (const { path } of links) {
      const { text } = await site.send('GET', path);
      expect([text.includes('After'), text.includes('Before')]).toEqual([true, false]);
    }
  });

  test('once it is deleted its links redirect directly, and the response has their number', async () => {
    for (const [noun, id, type] of [
      ['splash', await addSplash(), (number: number) => number],
      ['overlay', await addOverlay(), (number: number) => `overlay-${number}`],
    ] as const) {
      const links = [await addLink({ type: type(id) }), await addLink({ type: type(id) })];
      for (const { path } of links) expect((await site.send('GET', path)).status).toBe(200);
      const { json } = await send('DELETE', `/api/${noun}/${id}/delete`);
      expect(json.links).toBe(2);
      for (const link of links) {
        expect((await site.send('GET', link.path)).headers.get('Location')).toBe(OWN);
        expect(await typeOf(link.id)).toBe('direct');
      }
    }
  });

  test('a splash page and an overlay with the same id are not confused', async () => {
    const { key: owner } = await site.addUser();
    const ids = { splash: 0, overlay: -1 };
    while (ids.splash !== ids.overlay) {
      const noun = ids.splash < ids.overlay ? 'splash' : 'overlay';
      ids[noun] = (await send('POST', `/api/${noun}/add`, { type: 'poll', name: 'n' }, owner)).json.id;
    }
    const body = { url: OWN, type: `overlay-${ids.overlay}` };
    const { id } = (await send('POST', '/api/url/add', body, owner)).json;
    expect((await send('DELETE', `/api/splash/${ids.splash}/delete`, undefined, owner)).json.links).toBe(0);
    expect((await send('GET', `/api/url/${id}`, undefined, owner)).json.details.type).toBe(body.type);
  });

  test('a link whose splash page is missing redirects directly', async () => {
    const overlay = await addOverlay();
    const { path } = await addLink({ type: `overlay-${overlay}` });
    await site.database.db.deleteFrom('overlays').where('id', '=', overlay).execute();
    expect((await site.send('GET', path)).headers.get('Location')).toBe(OWN);
  });

  test('an overlay is shown over a frame of the destination, and the policy allows only that origin', async () => {
    const { id, path } = await addLink({ type: `overlay-${await addOverlay({ text: 'Look <here>' })}` });
    const { text, headers } = await site.send('GET', `${path}?a=1`);
    const policy = headers.get('Content-Security-Policy') ?? '';
    expect(text).toContain(`<iframe src="${OWN}?a=1"`);
    expect(text).toContain('Look &lt;here&gt;');
    for (const part of ['frame-src https://example.com;', "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect((await send('GET', `/api/url/${id}`)).json.data.clicks).toBe(1);
  });

  test('a destination that forbids framing comes after the overlay, and its owner gets a warning', async () => {
    const type = `overlay-${await addOverlay({ text: 'Look' })}`;
    const link = await addLink({ url: 'https://strict.example/page', type });
    expect(link.warning).toContain(
      'Framing is not allowed by strict.example. The overlay is shown before the destination',
    );
    const { text, headers } = await site.send('GET', link.path);
    expect(text).not.toContain('<iframe');
    expect(text).toMatch(/<a class="button" href="https:\/\/strict\.example\/page"[^>]*>Continue<\/a>/);
    expect(headers.get('Content-Security-Policy')).not.toContain('frame-src');
    const { json } = await send('PUT', `/api/url/${link.id}/update`, { url: OWN });
    expect(json.warning).toBeUndefined();
    expect((await site.send('GET', link.path)).text).toContain('<iframe');
  });

  test('the destination of each rule is checked by its own origin', async () => {
    const devicetarget = [{ device: 'iphone', link: 'https://strict.example/app' }];
    const link = await addLink({ type: `overlay-${await addOverlay()}`, devicetarget });
    expect(link.warning).toContain('strict.example');
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari';
    expect((await site.send('GET', link.path)).text).toContain('<iframe');
    expect((await site.send('GET', link.path, { headers: { 'User-Agent': agent } })).text).not.toContain('<iframe');
  });

  test('links without an overlay cause no request', async () => {
    const before = outbound.asked.length;
    await addLink({ url: 'https://strict.example/' });
    const { id } = await addLink({ url: 'https://strict.example/', type: await addSplash() });
    await send('PUT', `/api/url/${id}/update`, { url: 'https://strict.example/2' });
    expect(outbound.asked.length).toBe(before);
  });

  test('an image overlay without a picture shows only the destination', async () => {
    const { path } = await addLink({ type: `overlay-${await addOverlay({ type: 'image' })}` });
    const { text } = await site.send('GET', path);
    expect([text.includes('<iframe'), text.includes('<dialog')]).toEqual([true, false]);
  });
});
