import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { makePng } from '../../test/support/pictures.ts';
import { fetchFile } from '../../test/support/qr-visitor.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const DESTINATION = 'https://example.com/a';

onEachEngine('visits of bio pages', (engine) => {
  let site: TestSite;
  let key: string;
  let count = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addBio(fields: object = {}) {
    const slug = `bio-${count++}`;
    const { json } = await site.send('POST', '/api/bio/add', { key, body: { name: 'Ada', slug, ...fields } });
    const { details } = (await site.send('GET', `/api/bio/${json.id}`, { key })).json;
    const ids: number[] = details.blocks.map((block: { id: number }) => block.id);
    return { id: json.id as number, slug, path: `/${slug}`, blockPaths: ids.map((id) => `/${slug}/${id}`) };
  }

  function update(id: number, body: object) {
    return site.send('PUT', `/api/bio/${id}/update`, { key, body });
  }

  async function statusesOf(...paths: string[]): Promise<number[]> {
    const statuses: number[] = [];
    for (const path of paths)
      statuses.push((await site.send('GET', path, { peer: `192.0.2.${count++ % 250}` })).status);
    return statuses;
  }

  test('a page is HTML with a strict policy, and browsers must revalidate it', async () => {
    const { path } = await addBio({ headline: 'Countess' });
    for (const address of [path, path, `${path}?utm_source=x`, `${path}/`]) {
      const { status, headers, text } = await site.send('GET', address);
      expect(status).toBe(200);
      expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(headers.get('Content-Security-Policy')).toStartWith("default-src 'none'; style-src 'sha256-");
      expect(headers.get('Content-Security-Policy')).not.toMatch(/unsafe|script-src|http/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('private, no-cache');
      expect(headers.get('X-Robots-Tag')).toBeNull();
      expect(text).toContain('<h1>Ada</h1><p class="line">Countess</p>');
      expect(text).not.toMatch(/<script|\son\w+=|style=/);
    }
    const head = await site.send('HEAD', path);
    expect([head.status, head.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('blocks redirect to their destinations through URLs of the page', async () => {
    const { path, blockPaths } = await addBio({
      blocks: [
        { type: 'link', title: 'Shop', url: DESTINATION },
        { type: 'email', email: 'a@b.example', subject: 'Hi there' },
        { type: 'phone', phone: '+49 30 1' },
        { type: 'social', network: 'github', url: 'https://github.com/ada' },
        { type: 'video', title: 'V', url: 'https://youtu.be/x' },
        { type: 'heading', text: 'H' },
        { type: 'divider' },
        { type: 'qr' },
      ],
    });
    const { text } = await site.send('GET', path);
    const hrefs = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
    expect(hrefs).toEqual([...blockPaths.slice(0, 5), '/']);
    const leads = [
      DESTINATION,
      'mailto:a@b.example?subject=Hi%20there',
      'tel:+49301',
      'https://github.com/ada',
      'https://youtu.be/x',
    ];
    for (const [index, destination] of leads.entries()) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await site.send(method, `${blockPaths[index]}?url=https://evil.example/`);
        expect([status, headers.get('Location')]).toEqual([302, destination]);
        expect(headers.get('Cache-Control')).toBe('private, no-store');
      }
    }
    // A block without a destination has no URL.
    expect(await statusesOf(...blockPaths.slice(5))).toEqual([404, 404, 404]);
  });

  test('other blocks, other pages, drafts and previews get the 404 page', async () => {
    const one = await addBio({ blocks: [{ type: 'link', title: 'a', url: DESTINATION }] });
    const two = await addBio({ blocks: [{ type: 'link', title: 'b', url: DESTINATION }] });
    const draft = await addBio({ status: 'draft', blocks: [{ type: 'link', title: 'c', url: DESTINATION }] });
    const [blockPath = ''] = two.blockPaths;
    const foreign = `${one.path}/${blockPath.split('/').at(-1)}`;
    const paths = [
      foreign,
      `${one.path}/0`,
      `${one.path}/99999999`,
      `${one.path}/x`,
      `${one.path}/1/2`,
      `${one.path}+`,
    ];
    expect(await statusesOf(...paths)).toEqual(paths.map(() => 404));
    expect(await statusesOf(draft.path, draft.blockPaths[0] ?? '', '/no-such-bio', '/no-such-bio/1')).toEqual([
      404, 404, 404, 404,
    ]);
    const { text } = await site.send('GET', draft.path, { peer: '192.0.2.251' });
    expect(text).toContain('Link not found');
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers } = await site.send(method, one.path);
      expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
      expect((await site.send(method, one.blockPaths[0] ?? '')).status).toBe(405);
    }
  });

  test('guesses at blocks are limited like guesses at links', async () => {
    const { path } = await addBio();
    const peer = '198.51.100.7';
    const statuses: number[] = [];
    for (let guess = 1; guess <= 22; guess += 1)
      statuses.push((await site.send('GET', `${path}/${900_000 + guess}`, { peer })).status);
    expect(statuses).toEqual([...Array(20).fill(404), 429, 429]);
    expect((await site.send('GET', path, { peer })).status).toBe(200);
  });

  test('a change, a new slug, a draft and a deletion take effect with the next visit', async () => {
    const { id, path, blockPaths } = await addBio({ blocks: [{ type: 'link', title: 'Old', url: DESTINATION }] });
    const [blockPath = ''] = blockPaths;
    expect(await statusesOf(path, blockPath)).toEqual([200, 302]);
    const block = { id: Number(blockPath.split('/').at(-1)), type: 'link', title: 'New', url: `${DESTINATION}/new` };
    await update(id, { blocks: [block] });
    expect((await site.send('GET', path)).text).toContain('>New<');
    expect((await site.send('GET', blockPath)).headers.get('Location')).toBe(`${DESTINATION}/new`);
    await update(id, { slug: `moved-${id}` });
    expect(await statusesOf(path, blockPath, `/moved-${id}`, `/moved-${id}/${block.id}`)).toEqual([404, 404, 200, 302]);
    await update(id, { status: 'draft' });
    expect(await statusesOf(`/moved-${id}`)).toEqual([404]);
    await update(id, { status: 'published', blocks: [] });
    expect(await statusesOf(`/moved-${id}`, `/moved-${id}/${block.id}`)).toEqual([200, 404]);
    await site.send('DELETE', `/api/bio/${id}/delete`, { key });
    expect(await statusesOf(`/moved-${id}`)).toEqual([404]);
  });

  test('a new page takes effect at once, and a link wins if both exist', async () => {
    expect(await statusesOf('/made-later')).toEqual([404]);
    await addBio({ slug: 'made-later' });
    expect(await statusesOf('/made-later')).toEqual([200]);
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url: DESTINATION } });
    await site.database.db.updateTable('links').set({ alias: 'made-later' }).where('id', '=', json.id).execute();
    site.site.redirector.forget(0, 'made-later');
    expect(await statusesOf('/made-later')).toEqual([302]);
  });

  test('pages exist only on the main host', async () => {
    const own = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    const { key: owner } = await own.addUser();
    const body = { name: 'Ada', slug: 'ada', blocks: [{ type: 'link', title: 'x', url: DESTINATION }] };
    const { json } = await own.send('POST', '/api/bio/add', { key: owner, body });
    expect(json.link).toBe('https://sgn.example/ada');
    const { details } = (await own.send('GET', `/api/bio/${json.id}`, { key: owner })).json;
    for (const path of ['/ada', `/ada/${details.blocks[0].id}`]) {
      const there = await own.send('GET', path, { headers: { Host: 'sgn.example' } });
      const elsewhere = await own.send('GET', path, { headers: { Host: 'other.example' } });
      expect([there.status < 400, elsewhere.status]).toEqual([true, 404]);
    }
    await own.close();
  });

  test('pictures are served from our own host, with their size, and leave the page with their file', async () => {
    const upload = { key, body: makePng(40, 30), headers: { 'Content-Type': 'image/png' } };
    const file = (await site.send('POST', '/api/file', upload)).json.id;
    const blocks = [{ type: 'picture', picture: file, alt: 'A "view"' }];
    const { id, path } = await addBio({ avatar: file, blocks });
    const { text } = await site.send('GET', path);
    const images = [...text.matchAll(/<img [^>]*src="(\/file\/[\w-]+\.(?:480|1120)\.webp)" width="40" height="30"/g)];
    expect(images).toHaveLength(2);
    const small = await fetchFile(site, images[0]?.[1] ?? '');
    expect([small.status, small.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    expect(text).toContain('alt="A &quot;view&quot;"');
    const [, source = ''] =
      /<meta property="og:image" content="http:\/\/localhost:3000(\/file\/[\w-]+\.png)">/.exec(text) ?? [];
    const { status, headers, bytes } = await fetchFile(site, source);
    expect([status, headers.get('Content-Type'), bytes.subarray(1, 4).toString()]).toEqual([
      200,
      'image/png',
      '80,78,71',
    ]);
    expect(headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect((await site.send('POST', source)).status).toBe(405);
    for (const wrong of [source.replace('.png', '0.png'), `/file/${'x'.repeat(22)}${file}.png`, `/file/${file}.png`])
      expect((await site.send('GET', wrong)).status).toBe(404);
    await site.send('DELETE', `/api/file/${file}/delete`, { key });
    await update(id, { name: 'Ada' });
    expect((await site.send('GET', path)).text).not.toContain('/file/');
    expect((await site.send('GET', source)).status).toBe(404);
  });
});
