import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

onEachEngine('the UTM parameters of a destination', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '1000' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addLink(fields: object): Promise<{ id: number; path: string }> {
    const { json } = await site.send('POST', '/api/url/add', { key, body: fields });
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  const visit = (path: string, agent = FIREFOX) => site.send('GET', path, { headers: { 'User-Agent': agent } });

  async function readTop(id: number, dimension: string): Promise<Record<string, number>> {
    const { json } = await site.send('GET', `/api/url/${id}/stats?by=${dimension}`, { key });
    return json.data.top[dimension];
  }

  test('are counted, each as a dimension of its own', async () => {
    const query = 'utm_source=news%20letter&utm_medium=email&utm_campaign=spring&utm_term=shoes&utm_content=top';
    const { id, path } = await addLink({ url: `https://example.com/?${query}` });
    await visit(path);
    await visit(path);
    expect(await readTop(id, 'utm_source')).toEqual({ 'news letter': 2 });
    expect(await readTop(id, 'utm_medium')).toEqual({ email: 2 });
    expect(await readTop(id, 'utm_campaign')).toEqual({ spring: 2 });
    expect(await readTop(id, 'utm_term')).toEqual({ shoes: 2 });
    expect(await readTop(id, 'utm_content')).toEqual({ top: 2 });
    const { json } = await site.send('GET', `/api/url/${id}/stats?filter[utm_medium]=email`, { key });
    expect(json.data.clicks).toBe(2);
  });

  test('are those of the URL that the visitor is sent to', async () => {
    const { id, path } = await addLink({
      url: 'https://example.com/?utm_source=web',
      devicetarget: [{ device: 'iPhone', link: 'https://apps.example/?utm_source=app' }],
    });
    await visit(path);
    await visit(path, IPHONE);
    expect(await readTop(id, 'utm_source')).toEqual({ web: 1, app: 1 });
  });

  test('include those that the visitor adds to the short URL', async () => {
    const { id, path } = await addLink({ url: 'https://example.com/' });
    const { headers } = await visit(`${path}?utm_source=flyer`);
    expect(headers.get('Location')).toBe('https://example.com/?utm_source=flyer');
    expect(await readTop(id, 'utm_source')).toEqual({ flyer: 1 });
  });
});
