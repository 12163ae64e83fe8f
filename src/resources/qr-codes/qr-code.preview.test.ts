import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sampleContents } from '../../../test/support/code-samples.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { scanFile } from '../../../test/support/qr-visitor.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { warning } from '../../core/api-messages.ts';
import { payloadOf, type QrContent } from '../../qr/payload.ts';

onEachEngine('the preview of a QR code', (engine) => {
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
    return site.send('POST', '/api/qr/preview', { key: by, body });
  }

  async function countCodes(): Promise<number> {
    return (await site.send('GET', '/api/qr', { key })).json.data.result;
  }

  async function expectPreview(content: QrContent, held: string): Promise<void> {
    const { status, json } = await preview(content);
    expect([status, Object.keys(json).toSorted()]).toEqual([200, ['error', 'svg', 'warnings']]);
    expect(scanFile(json.svg)).toBe(held);
  }

  for (const content of sampleContents) {
    if (content.type === 'link') {
      test('link: a preview encodes what the code would, and nothing is stored', async () => {
        const before = await countCodes();
        await expectPreview(content, 'http://localhost:3000/q/preview');
        expect(await countCodes()).toBe(before);
      });
    } else {
      testWithoutStore(engine)(`${content.type}: a preview encodes what the code would, and nothing is stored`, () =>
        expectPreview(content, payloadOf(content)),
      );
    }
  }

  testWithoutStore(engine)('a style changes the preview, and warnings are returned', async () => {
    const body = { type: 'text', data: 'Mind the step' };
    const { json: plain } = await preview(body);
    const { json: styled } = await preview({ ...body, style: 'dots', foreground: 'rgb(110,125,110)', margin: 2 });
    expect(plain.warnings).toEqual([]);
    expect(styled.svg).not.toBe(plain.svg);
    expect(styled.warnings).toEqual([warning('contrast'), warning('margin')]);
  });

  test('a body that could not be created is refused with the field named', async () => {
    const alike = await preview({ type: 'text', data: 'x', foreground: 'rgb(240,240,240)' });
    expect([alike.status, alike.json.errors[0].field]).toEqual([400, 'foreground']);
    const empty = await preview({ type: 'wifi', data: { ssid: '' } });
    expect([empty.status, empty.json.errors[0].field]).toEqual([400, 'data.ssid']);
    const ours = await preview({ type: 'link', data: 'http://localhost:3000/app' });
    expect([ours.status, ours.json.errors[0].field]).toEqual([400, 'data']);
    const channel = await preview({ type: 'text', data: 'x', channel: 99 });
    expect([channel.status, channel.json.errors[0].field]).toEqual([400, 'channel']);
  });

  test('the preview of a stored code has its URL and logo, and changes neither', async () => {
    const file = await site.send('POST', '/api/file', {
      key,
      body: new Uint8Array(makePng(40, 40)),
      headers: { 'Content-Type': 'image/png' },
    });
    const body = { type: 'link', data: 'https://example.com/a', logo: file.json.id };
    const { id, link } = (await site.send('POST', '/api/qr/add', { key, body })).json;
    const before = await site.send('GET', `/api/qr/${id}`, { key });
    const { json } = await preview({ id, type: 'link', data: 'https://example.com/b', name: 'Other', ecc: 'high' });
    expect(scanFile(json.svg)).toBe(link.replace('/qr/', '/q/'));
    expect(json.svg).toContain('<image');
    const bare = await preview({ id, type: 'link', data: 'https://example.com/b', logo: '' });
    expect(bare.json.svg).not.toContain('<image');
    expect((await site.send('GET', `/api/qr/${id}`, { key })).text).toBe(before.text);
    const logo = await preview({ type: 'text', data: 'x', logo: file.json.id }, otherKey);
    expect([logo.status, logo.json.errors[0].field]).toEqual([400, 'logo']);
  });

  test('without a key it is 401, and someone else’s code responds like a missing one', async () => {
    const body = { type: 'text', data: 'x' };
    expect((await site.send('POST', '/api/qr/preview', { body })).status).toBe(401);
    const { id } = (await site.send('POST', '/api/qr/add', { key, body })).json;
    const [foreign, missing] = [
      await preview({ ...body, id }, otherKey),
      await preview({ ...body, id: 9_999 }, otherKey),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.text.replace(/"request_id":"[^"]*"/, '')).toBe(missing.text.replace(/"request_id":"[^"]*"/, ''));
  });

  testWithoutStore(engine)('each preview counts against the rate limit of the key', async () => {
    const { headers } = await preview({ type: 'text', data: 'x' });
    const next = await preview({ type: 'text', data: '' });
    const left = ({ headers: given }: { headers: Headers }) => Number(given.get('X-RateLimit-Remaining'));
    expect(left({ headers }) - left(next)).toBe(1);
  });
});
