import { expect } from 'bun:test';
import { join } from 'node:path';
import { countClicks } from './count-clicks.ts';
import { newFolder } from './engines.ts';
import type { TestSite } from './test-site.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Creates one of everything, and visits. */
export async function fillWorkspace({ send, database, clock }: TestSite, user: { id: number; key: string }) {
  const { key } = user;
  const add = async (path: string, body: object) => {
    const { status, json } = await send('POST', path, { key, body });
    expect([path, status, json.message]).toEqual([path, 200, json.message]);
    return json.id as number;
  };
  const upload = await send('POST', '/api/file', {
    key,
    body: new Uint8Array(Buffer.from(PNG, 'base64')),
    headers: { 'Content-Type': 'image/png' },
  });
  const picture = upload.json.id;
  const pixel = await add('/api/pixel/add', { type: 'tagmgrpixel', name: 'Shop', tag: 'GTM-A1B2C3D' });
  const domain = 'https://go.example.com';
  await add('/api/domain/add', { domain, redirectroot: 'https://example.com/root' });
  await add('/api/utm-template/add', { name: 'Mail', utm_source: 'mail' });
  expect((await send('POST', '/dub/tags', { key, body: { name: 'Team', color: 'pink' } })).status).toBe(201);
  const campaign = await add('/api/campaign/add', { name: 'Spring', slug: 'spring', public: true });
  const channel = await add('/api/channel/add', { name: 'Print', color: '#b45309', starred: true });
  const splash = await add('/api/splash/add', { name: 'Tour', title: 'T', text: 'x', button: 'Go', picture });
  const overlay = await add('/api/overlay/add', { type: 'poll', name: 'P', question: 'Q?', answers: ['A', 'B'] });
  const plain = await add('/api/url/add', {
    url: 'https://example.com/1',
    custom: 'plain',
    tags: ['b', 'a'],
    channel,
    campaign,
  });
  const rules = [{ when: [{ type: 'country', in: ['Germany'] }], url: 'https://example.com/de', name: 'German' }];
  const full = {
    ...{ custom: 'full', domain, password: 'secret', rules, metatitle: 'Title', description: 'D', pixels: [pixel] },
    ...{ expiry: '2099-01-01 00:00:00', max_clicks: 5, parameters: [{ name: 'a', value: 'b' }], redirect_code: 301 },
  };
  await add('/api/url/add', { url: 'https://example.com/2', ...full });
  await add('/api/url/add', { url: 'https://example.com/3', custom: 'over', type: `overlay-${overlay}` });
  await add('/api/url/add', { url: 'https://example.com/4', custom: 'tour', type: String(splash), status: 'disabled' });
  await add('/api/qr/add', { type: 'link', data: 'https://example.com/qr', logo: String(picture), channel });
  const blocks = [{ type: 'link', title: 'A', url: 'https://example.com/a', picture }, { type: 'divider' }];
  const bio = await add('/api/bio/add', { name: 'Me', slug: 'me', avatar: picture, blocks });
  await send('POST', `/api/channel/${channel}/assign/bio/${bio}`, { key });
  await database.db
    .insertInto('overlay_responses')
    .values({ overlay_id: overlay, link_id: plain, fields: '{"answer":"A"}', visitor: null, created_at: clock.now })
    .execute();
  const seen = { country: 'Germany', browser: 'Firefox', referrer: 'a.example' };
  await countClicks(database, { linkId: plain, userId: user.id, campaignId: campaign }, [
    { at: clock.now, times: 3, visitor: 7, ...seen },
    { at: clock.now - 86_400_000, visitor: 8, country: 'France' },
    { at: clock.now, bot: 'Googlebot' },
  ]);
  await database.db.updateTable('links').set({ clicks: 4 }).where('id', '=', plain).execute();
  return { plain };
}

/** Writes the export of a workspace, or of all, into a new file. */
export async function writeExportFile(site: TestSite, owner: number | undefined): Promise<string> {
  const path = join(newFolder(), 'export.zip');
  const writer = Bun.file(path).writer();
  for await (const bytes of site.site.services.contentExport.write(owner)) writer.write(bytes);
  await writer.end();
  return path;
}

/** Imports a file as the command does. */
export function restoreFile(
  { site }: TestSite,
  owner: number,
  path: string,
  given: { taken?: 'skip' | 'rename'; isDryRun?: boolean } = {},
) {
  const { taken = 'skip', isDryRun = false } = given;
  const wanted = { product: 'signpost' as const, input: { kind: 'file' as const, path }, isDryRun };
  const settings = { taken, domains: {} };
  return site.services.imports.runNow(owner, { ...wanted, settings }, () => ({ onProgress() {} }));
}
