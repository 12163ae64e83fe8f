import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks } from '../../test/support/count-clicks.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1';
const COMPUTER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const TORONTO = '99.224.1.1';
const BERLIN = '91.64.0.1';

onEachEngine('filtered statistics of more than one link', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  async function visit(url: string, peer: string, agent: string, referrer?: string): Promise<void> {
    const headers = { 'User-Agent': agent, ...(referrer && { Referer: referrer }) };
    const { status } = await site.send('GET', new URL(url).pathname, { headers, peer });
    expect([200, 302]).toContain(status);
  }

  async function add(key: string, path: string, body: object) {
    const { status, json } = await site.send('POST', path, { key, body });
    expect({ status, json }).toMatchObject({ status: 200 });
    return json;
  }

  async function statsOf(key: string, path: string, query: string) {
    const { status, json } = await site.send('GET', `${path}/stats?${query}`, { key });
    expect({ path, status, json }).toMatchObject({ status: 200 });
    return json.data;
  }

  /** Adds one thing of each noun, and visits each of them once by phone from Germany and once by computer from Canada. */
  async function addVisited(key: string) {
    const campaign = await add(key, '/api/campaign/add', { name: 'Spring' });
    const channel = await add(key, '/api/channel/add', { name: 'Shop' });
    const link = await add(key, '/api/url/add', { url: 'https://example.com/a', campaign: campaign.id });
    const other = await add(key, '/api/url/add', { url: 'https://example.com/b' });
    const qr = await add(key, '/api/qr/add', { type: 'link', data: 'https://example.com/c' });
    const block = { type: 'link', title: 'Shop', url: 'https://example.com/d' };
    const bio = await add(key, '/api/bio/add', { name: `Ada ${key.slice(-6)}`, blocks: [block] });
    const { details } = (await site.send('GET', `/api/bio/${bio.id}`, { key })).json;
    for (const [kind, { id }] of [
      ['links', link],
      ['qr', qr],
      ['bio', bio],
    ] as const)
      await site.send('POST', `/api/channel/${channel.id}/assign/${kind}/${id}`, { key });
    const blockId = details.blocks[0].id;
    const scanned = qr.link.replace('/qr/', '/q/');
    for (const url of [link.shorturl, other.shorturl, scanned, bio.link, `${bio.link}/${blockId}`]) {
      await visit(url, BERLIN, PHONE, 'https://t.co/x');
      await visit(url, TORONTO, COMPUTER);
    }
    return { campaign, channel, link, other, qr, bio, blockId };
  }

  const GERMAN_PHONES = 'filter[country]=Germany&filter[device]=mobile&from=2026-11-10&to=2026-11-16';

  test('every noun and the whole account can be filtered', async () => {
    const { key } = await site.addUser();
    const { campaign, channel, link, qr, bio, blockId } = await addVisited(key);
    for (const [path, clicks] of [
      ['/api', 5],
      [`/api/url/${link.id}`, 1],
      [`/api/campaign/${campaign.id}`, 1],
      [`/api/channel/${channel.id}`, 3],
      [`/api/qr/${qr.id}`, 1],
      [`/api/bio/${bio.id}`, 1],
      [`/api/bio/${bio.id}/block/${blockId}`, 1],
    ] as const) {
      expect(await statsOf(key, path, GERMAN_PHONES)).toMatchObject({ clicks, unique: 1, bots: 0 });
      const all = await statsOf(key, path, 'by=country');
      expect(all).toMatchObject({ clicks: 2 * clicks, top: { country: { Germany: clicks, Canada: clicks } } });
    }
  });

  test('clicks without a referrer are counted, and selected as Direct', async () => {
    const { key } = await site.addUser();
    const { link } = await addVisited(key);
    for (const [path, clicks] of [
      ['/api', 5],
      [`/api/url/${link.id}`, 1],
    ] as const) {
      const all = await statsOf(key, path, 'by=referrer');
      expect(all).toMatchObject({ direct: clicks, top: { referrer: { 't.co': clicks } } });
      const direct = await statsOf(key, path, 'filter[referrer]=Direct');
      expect(direct).toMatchObject({ clicks, direct: clicks, top: { country: { Canada: clicks }, referrer: {} } });
      const both = await statsOf(key, path, 'filter[referrer]=Direct&filter[referrer]=t.co');
      expect(both).toMatchObject({ clicks: 2 * clicks, direct: clicks });
      expect(await statsOf(key, path, 'by=country')).not.toHaveProperty('direct');
    }
  });

  test('other users see nothing of it', async () => {
    const { key } = await site.addUser();
    const { channel } = await addVisited(key);
    const other = await site.addUser();
    expect(await statsOf(other.key, '/api', GERMAN_PHONES)).toMatchObject({ clicks: 0 });
    const { status, json } = await site.send('GET', `/api/channel/${channel.id}/stats`, { key: other.key });
    expect([status, json.code]).toEqual([404, 'channel_not_found']);
    expect((await site.send('GET', `/api/channel/${channel.id}/stats`)).status).toBe(401);
  });

  test('erasing a QR code deletes its visits', async () => {
    const { key } = await site.addUser();
    const { qr } = await addVisited(key);
    await site.send('DELETE', `/api/qr/${qr.id}/delete?purge=1`, { key });
    expect(await statsOf(key, '/api', GERMAN_PHONES)).toMatchObject({ clicks: 4 });
    const rows = await site.database.db.selectFrom('kept_clicks').select('subject_key').execute();
    expect(rows.map(({ subject_key }) => subject_key)).not.toContain(-(qr.id * 16 + 3));
  });

  test('dozens of links and a link with many parts are read completely', async () => {
    const { id: userId, key } = await site.addUser();
    const ids: number[] = [];
    while (ids.length < 30) ids.push((await add(key, '/api/url/add', { url: 'https://example.com/' })).id);
    const click = { at: NOON, country: 'Chile', os: 'Linux' };
    for (const linkId of ids) await countClicks(site.database, { linkId, userId }, [{ ...click, times: 250 }]);
    await countClicks(site.database, { linkId: ids[3] ?? 0, userId }, [{ ...click, times: 7_000 }]);
    expect(await statsOf(key, '/api', 'filter[country]=Chile&by=os')).toMatchObject({
      clicks: 30 * 250 + 7_000,
      top: { os: { Linux: 30 * 250 + 7_000 } },
    });
  });
});
