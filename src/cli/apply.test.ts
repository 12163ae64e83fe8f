import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { newFolder, onEachEngine } from '../../test/support/engines.ts';
import { makePng } from '../../test/support/pictures.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { apply } from './apply.ts';
import type { CommandOutput } from './command.ts';
import { CommandFailure } from './command-failure.ts';
import { dump } from './dump.ts';

onEachEngine('links as code', (engine) => {
  let site: TestSite;
  let server: ReturnType<typeof Bun.serve>;
  let key: string;
  const folder = newFolder();

  beforeAll(async () => {
    site = await openTestSite(engine);
    server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request, own) => site.site.handle(request, own) });
    ({ key } = await site.addUser());
  });
  afterAll(async () => {
    await server.stop(true);
    await site.close();
  });

  const where = (by: string) => ({ url: `http://127.0.0.1:${server.port}`, key: by });

  async function run(text: string, options: Record<string, boolean> = {}, by = key): Promise<CommandOutput> {
    const file = join(folder, 'links.yaml');
    await Bun.write(file, text);
    return (await apply.run({ file, ...options, ...where(by) })) as CommandOutput;
  }
  async function fails(text: string, by = key): Promise<string[]> {
    const error = await run(text, {}, by).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(CommandFailure);
    return (error as CommandFailure).details.map((line) => line.replace(`${folder}/`, ''));
  }
  const read = async (by = key) => ((await dump.run(where(by))) as CommandOutput).text;
  async function add(path: string, body: object, by = key): Promise<{ id: number; apikey: string }> {
    const { json } = await site.send('POST', path, { key: by, body });
    expect(json).toMatchObject({ error: 0 });
    return json;
  }

  /** One of everything that a file can describe, with all fields. */
  async function fillAccount(by: string): Promise<void> {
    const put = (path: string, body: object = {}) => add(path, body, by);
    const domain = `https://go${engine}.example`;
    await put('/api/domain/add', { domain, redirectroot: 'https://example.com', assetlinks: [{ relation: ['x'] }] });
    const { id: campaign } = await put('/api/campaign/add', { name: 'Spring', slug: `spring-${engine}`, public: true });
    const { id: second } = await put('/api/campaign/add', { name: 'Spring' });
    const { id: social } = await put('/api/channel/add', { name: 'Social, media', color: '#abc', starred: true });
    const { id: print } = await put('/api/channel/add', { name: '2026' });
    const { id: pixel } = await put('/api/pixel/add', { type: 'gapixel', name: 'Site', tag: 'G-ABC123' });
    const { id: overlay } = await put('/api/overlay/add', { type: 'message', name: 'Hello', message: 'Hi' });
    const { id: splash } = await put('/api/splash/add', { name: 'Wait', title: 'Wait', message: 'Please wait' });
    const url = 'https://example.com/page';
    const { id } = await put('/api/url/add', {
      ...{ url, custom: 'all', domain, password: 'secret words', expiry: '2030-01-01 00:00:00', max_clicks: 5 },
      ...{ starts: '2026-01-01 00:00:00', expiry_url: 'https://example.com/end', forward_query: false },
      ...{ redirect_code: 307, metatitle: 'T: #1', metadescription: 'D', metaimage: 'https://example.com/i.png' },
      ...{
        parameters: [{ name: 'utm_source', value: 'x y' }],
        tags: ['b', 'a, c'],
        pixels: [pixel],
        status: 'disabled',
      },
      ...{ geotarget: [{ location: 'Canada-Quebec', link: url }], devicetarget: [{ device: 'iPhone', link: url }] },
      languagetarget: [{ language: 'fr-CA', link: url }],
      rules: [
        {
          name: 'eu',
          when: [
            { type: 'country', in: ['DE', 'France'] },
            { type: 'time', days: ['mon'], zone: 'Europe/Berlin' },
          ],
          url,
        },
        {
          when: [{ type: 'visitor', is: 'bot', not: true }],
          split: [
            { url, weight: 1 },
            { name: 'b', url, weight: 3 },
          ],
        },
      ],
      ...{
        campaign,
        channel: social,
        app: { ios: { url: 'myapp://x', store: 'https://apps.apple.com/x' } },
        escape: true,
      },
    });
    await put(`/api/campaign/${campaign}/assign/${id}`, { weight: 7 });
    await put(`/api/channel/${print}/assign/links/${id}`);
    await put('/api/url/add', {
      url,
      custom: '0123',
      metadescription: 'Only social',
      campaign: second,
      type: `overlay-${overlay}`,
    });
    await put('/api/url/add', { url, custom: 'true', description: 'line: "quoted"', type: String(splash) });
    await put('/api/url/add', { url, custom: 'frame', type: 'frame' });
    await put('/api/qr/add', { type: 'link', data: url, name: 'Poster', domain, channel: social, size: 600, ecc: 'H' });
    await put('/api/qr/add', {
      type: 'wifi',
      data: { ssid: 'x', pass: '12345678', encryption: 'WPA' },
      name: 'Poster',
    });
    await put('/api/qr/add', {
      ...{ type: 'vcard', data: { fname: 'Ada', lname: 'L', phone: '+49 30 1' }, dynamic: true, margin: 2 },
      ...{ foreground: 'rgb(23,107,98)', gradient: 'rgb(0,0,80)', frame: 'Scan me', style: 'dots', status: 'disabled' },
    });
    await put('/api/qr/add', {
      type: 'email',
      data: { email: 'a@example.com', subject: 'Hi' },
      background: 'rgb(255,255,250)',
    });
  }

  test('applying a dump of everything changes nothing, twice', async () => {
    const { key: full } = await site.addUser();
    await fillAccount(full);
    const text = await read(full);
    expect(text).not.toMatch(/\bid:|date:|clicks: 0|password/);
    for (const part of ['Spring#2', 'overlay:Hello', 'splash:Wait', 'Social, media', '"0123"', 'weight: 7'])
      expect(text).toContain(part);
    for (let round = 0; round < 2; round += 1) {
      const planned = await run(text, { plan: true, prune: true }, full);
      expect([planned.exitCode, planned.text]).toEqual([0, 'Nothing to change.']);
      expect((await run(text, { prune: true }, full)).json).toMatchObject({ create: 0, update: 0, delete: 0 });
      expect(await read(full)).toBe(text);
    }
    expect(await read(full)).toBe(text);
  });

  test('a file creates, changes and deletes, and applying it again does nothing', async () => {
    const first = `# our links
channels:
  - name: Print
campaigns:
  - {name: Summer, slug: summer-${engine}}
links:
  - custom: one-${engine}
    url: https://example.com   # stored with a slash
    campaign: Summer
    channel: Print
    tags: [b, a]
    password: very secret
  - custom: two-${engine}
    url: https://example.com/2
    expiry: 2030-01-01 00:00:00
qr:
  - {name: Door, type: link, data: https://example.com/door}
  - {type: wifi, data: {ssid: net, pass: '12345678'}}
  - {type: sms, data: [{name: phone, value: '+49 30 1'}]}
`;
    const planned = await run(first, { plan: true });
    expect([planned.exitCode, planned.json]).toMatchObject([2, { create: 7, update: 0, delete: 0 }]);
    expect(planned.text).toContain(`+ links one-${engine}\n    custom: one-${engine}\n    url: https://example.com`);
    expect(planned.text).not.toContain('very secret');
    expect((await run(first)).exitCode).toBe(0);
    expect((await run(first, { plan: true })).text).toBe('Nothing to change.');

    const second = first
      .replace('https://example.com/2', 'https://example.com/3')
      .replace('    expiry: 2030-01-01 00:00:00\n', '')
      .replace('very secret', 'other secret')
      .replace(/qr:\n[\s\S]*$/, 'qr: []\n');
    expect((await run(second, { plan: true })).json).toMatchObject({
      ...{ create: 0, update: 2, delete: 0 },
      changes: [
        { fields: { password: { new: '(hidden)' } } },
        { fields: { url: { old: 'https://example.com/2', new: 'https://example.com/3' }, expiry: { new: null } } },
      ],
    });
    expect((await run(second, { prune: true })).json).toMatchObject({ update: 2, delete: 3 });
    expect((await run(second, { plan: true, prune: true })).exitCode).toBe(0);
    const kept = second.replace('    password: other secret\n', '');
    expect((await run(kept, { plan: true })).exitCode).toBe(0);
    const less = await run('links: []', { prune: true });
    expect(less.json).toMatchObject({ create: 0, update: 0, delete: 2 });
    expect(await read()).toContain('name: Summer');
  });

  test('an uploaded logo is dumped as an image, and applied to another account without its ID', async () => {
    const [{ key: full }, { key: empty }] = [await site.addUser(), await site.addUser()];
    const pixels = Buffer.from(Array.from({ length: 401 * 3 * 90 + 90 }, (_, at) => (at % 1204 === 0 ? 0 : at % 251)));
    const { json: file } = await site.send('POST', '/api/file', {
      ...{ key: full, body: makePng(401, 90, { pixels }), headers: { 'Content-Type': 'image/png' } },
    });
    const { id } = await add('/api/qr/add', { type: 'link', data: 'https://example.com/', logo: file.id }, full);
    await site.send('DELETE', `/api/file/${file.id}/delete`, { key: full });
    const text = await read(full);
    expect(text).toContain('logo: data:image/png;base64,');
    expect((await run(text, { plan: true }, full)).exitCode).toBe(0);
    const planned = await run(text, { plan: true }, empty);
    expect(planned.text).toContain('    logo: (image)');
    expect((await run(text, {}, empty)).json).toMatchObject({ create: 1 });
    expect(await read(empty)).toBe(text);
    expect((await run(text, { prune: true, plan: true }, empty)).exitCode).toBe(0);
    expect((await site.send('GET', `/api/qr/${id}/logo`, { key: empty })).status).toBe(404);
    expect(await fails('qr:\n  - {type: link, data: https://e.com/, logo: "data:image/png;base64,AAAA"}\n')).toEqual([
      expect.stringMatching(/^links\.yaml:2: logo: not a PNG/),
    ]);
  });

  test('the example can be applied', async () => {
    const { json } = await run(await Bun.file('examples/links.yaml').text(), { plan: true });
    expect(json).toMatchObject({ create: 6, update: 0, delete: 0 });
  });

  test('errors name their line, and nothing is applied', async () => {
    const { key: other } = await site.addUser();
    await add('/api/url/add', { url: 'https://example.com/', custom: `taken-${engine}` }, other);
    const before = await read();
    const good = '  - {custom: fine, url: https://example.com/}\n';
    expect(
      await fails(`campaigns:\n  - name: New\nlinks:\n${good}  - custom: taken-${engine}\n    url: https://e.com/\n`),
    ).toEqual([expect.stringMatching(/^links\.yaml:5: custom: .*taken/)]);
    expect(await fails(`links:\n${good}  - custom: x\n    url: https://e.com/\n    titel: y\n`)).toEqual([
      "links.yaml:5: links have no field 'titel'",
    ]);
    expect(await fails(`links:\n${good}${good}`)).toEqual(['links.yaml:3: fine is already in line 2']);
    expect(await fails(`links:\n${good}  - custom: y\n    url: nonsense\n`)).toEqual([
      expect.stringMatching(/^links\.yaml:4: url: /),
    ]);
    expect(await fails('links:\n  - url: https://e.com/\n')).toEqual(["links.yaml:2: 'custom' is required"]);
    expect(await fails('lins: []\n')).toEqual([expect.stringMatching(/^links\.yaml:1: unknown key 'lins'/)]);
    expect(await fails(`links:\n${good}    campaign: None\n`)).toEqual([expect.stringMatching(/^links\.yaml:3: /)]);
    expect(await fails('links:\n  - {custom: a, url: https://e.com/, campaign: None}\n')).toEqual([
      "links.yaml:2: there is no campaign 'None'",
    ]);
    expect(await read()).toBe(before);
    const { apikey } = await add('/api/key/add', { name: 'r', scopes: ['read'] });
    expect((await run(before, { plan: true }, apikey)).exitCode).toBe(0);
    await expect(run(`links:\n${good}`, {}, apikey)).rejects.toThrow('links:write');
  });

  test('anchors and merge keys are read; unknown names within a field, and broken references, are errors', async () => {
    const { key: own } = await site.addUser();
    const base = `links:
  - &base
    custom: first-${engine}
    url: &to https://example.com/a
    tags: &tags [x, 1]
    rules: [{when: [{type: country, in: [DE]}], url: *to}]
`;
    const text = `${base}  - {<<: *base, custom: second-${engine}, tags: *tags}\n`;
    expect((await run(text, {}, own)).json).toMatchObject({ create: 2 });
    expect((await run(text, { plan: true }, own)).exitCode).toBe(0);
    expect((await read(own)).match(/url: https:\/\/example.com\/a/g)).toHaveLength(4);
    const wrong: [string, string][] = [
      [base.replace('when:', 'whn: 1, when:'), "6: there is no field 'rules.0.whn'"],
      [base.replace('in: [DE]', 'in: [DE], nott: true'), "6: there is no field 'rules.0.when.0.nott'"],
      [`${base}    campaign: {id: 1}\n`, "7: 'campaign' must be a name, or a list of names"],
      [base.replace('*to', '*other'), "6: there is no anchor 'other'"],
      ['links:\n  - &a {<<: *a, custom: x, url: https://example.com/}\n', '2: nested too deeply'],
      ['links: []\n---\nlinks: []\n', '2: a file has only one document'],
      ['qr:\n  - {type: link, data: nothing}\n', '2: data: '],
    ];
    for (const [file, problem] of wrong)
      expect(await fails(file.replaceAll(`first-${engine}`, `third-${engine}`), own)).toEqual([
        expect.stringContaining(`links.yaml:${problem}`),
      ]);
  });

  test('a plan needs a key that reads; a failed change is named with what was made before', async () => {
    const { apikey } = await add('/api/key/add', { name: 'r', scopes: ['read'] });
    const text = `links:\n  - {custom: planned-${engine}, url: https://example.com/}\n`;
    expect((await run(text, { plan: true }, apikey)).exitCode).toBe(2);
    const [one, two] = [`one-slug-${engine}`, `two-slug-${engine}`];
    await run(`campaigns:\n  - {name: One, slug: ${one}}\n  - {name: Two, slug: ${two}}\n`);
    const swapped = `channels: [{name: New}]\ncampaigns:\n  - {name: One, slug: x${one}}\n  - {name: Two, slug: x${one}}\n`;
    const error = (await run(swapped).catch((caught: unknown) => caught)) as CommandFailure;
    expect(error.message).toBe('campaigns Two: This slug is already taken.');
    expect(error.details.at(-1)).toContain('1 of 3 changes were made before.');
  });
});
