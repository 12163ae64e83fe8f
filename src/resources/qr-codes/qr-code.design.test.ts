import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeLogo } from '../../../test/support/code-samples.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { fetchFile } from '../../../test/support/qr-visitor.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const BASE = { type: 'text', data: 'Hello' };
const COLORS = { background: 'rgb(255, 251, 235)', foreground: 'RGB(49,46,129)' };
const SHOWN = { background: 'rgb(255,251,235)', foreground: 'rgb(49,46,129)' };

onEachEngine('the design of a QR code', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  /** Creates a code with the first fields, and updates it with the second if there are any. */
  async function made(fields: object, change?: object): Promise<{ details: Record<string, unknown>; svg: string }> {
    const { json } = await site.send('POST', '/api/qr/add', { key, body: { ...BASE, ...fields } });
    if (change) {
      const body = { data: BASE.data, ...change };
      expect((await site.send('PUT', `/api/qr/${json.id}/update`, { key, body })).status).toBe(200);
    }
    const { details } = (await site.send('GET', `/api/qr/${json.id}`, { key })).json;
    return { details, svg: Buffer.from((await fetchFile(site, `${json.link}.svg`)).bytes).toString() };
  }

  test('background and foreground are the colors of the picture', async () => {
    proves('qr.create', 'background', 'foreground');
    const { details, svg } = await made(COLORS);
    expect(details).toMatchObject(SHOWN);
    for (const color of Object.values(SHOWN)) expect(svg).toContain(`fill="${color}"`);
  });

  test('an update changes the colors', async () => {
    proves('qr.update', 'background', 'foreground');
    const { details, svg } = await made({ foreground: 'rgb(0,0,90)' }, COLORS);
    expect(details).toMatchObject(SHOWN);
    for (const color of Object.values(SHOWN)) expect(svg).toContain(`fill="${color}"`);
    expect(svg).not.toContain('rgb(0,0,90)');
  });

  test('an update adds a logo', async () => {
    proves('qr.update', 'logo');
    const logo = Buffer.from(makeLogo());
    const file = await site.send('POST', '/api/file', { key, body: logo, headers: { 'Content-Type': 'image/png' } });
    const { details, svg } = await made({}, { logo: String(file.json.id) });
    expect(details.logo).toBe(String(file.json.id));
    expect(svg).toContain('href="data:image/png;base64,');
  });
});
