import { createSite } from '../src/app/site.ts';
import { openBus } from '../src/bus/open.ts';
import { readConfig } from '../src/config/config.ts';
import { openStore } from '../src/db/open.ts';
import { parseInput } from '../src/http/read-input.ts';
import { createLog } from '../src/lib/log.ts';
import { addUserInput } from '../src/resources/account/account.contract.ts';
import { bioPage, campaigns, channels, links, others, qrCodes } from './sample-content.ts';
import { makeVisits, type Visited } from './visits.ts';

/** The credentials of the sample account. */
export const SAMPLE_ACCOUNT = { email: 'demo@example.com', password: 'look around' };

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const COUNTED_AT_ONCE = 500;
const PEER = { requestIP: () => ({ address: '127.0.0.1' }) };

/** Fills the empty store of a server with sample content: a shop's links and the visits of some days, all through the public API. */
export async function fillStore(environment: Record<string, string>, days = 60): Promise<void> {
  const config = readConfig({ ...environment, TRUST_PROXY: 'loopback', RATE_LIMIT: '1000000' });
  const log = createLog('error', (line) => process.stderr.write(line));
  const end = Date.now();
  let now = end - (days + 1) * DAY_MS;
  const clock = () => now;
  const { database } = await openStore(config, now);
  const runtime = {
    log,
    now: clock,
    findAddresses: async () => [],
    outbound: { get: () => Promise.reject(new Error()) },
  };
  const site = await createSite({
    database,
    bus: openBus(config, log, clock),
    config,
    runtime,
    options: { isOnOneThread: true },
  });
  const { apikey } = await site.services.accounts.add(parseInput(addUserInput, { ...SAMPLE_ACCOUNT, isAdmin: true }));

  async function send(path: string, init: RequestInit = {}): Promise<{ id: number; link: string }> {
    const headers = { Authorization: `Bearer ${apikey}` };
    const answer = await site.handle(new Request(`${config.baseUrl}${path}`, { headers, ...init }), PEER);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { id: number; link: string };
  }

  function add(path: string, body: object): Promise<{ id: number; link: string }> {
    now += HOUR_MS;
    return send(path, { method: 'POST', body: JSON.stringify(body) });
  }

  const ids = new Map<string, number>();
  for (const campaign of campaigns) ids.set(campaign.name, (await add('/api/campaign/add', campaign)).id);
  for (const channel of channels) ids.set(channel.name, (await add('/api/channel/add', channel)).id);
  for (const [path, body] of others) await add(path, body);
  const visited: Visited[] = [];
  for (const { body, campaign = '', channel = '', visits } of links.toReversed()) {
    await add('/api/url/add', { ...body, campaign: ids.get(campaign), channel: ids.get(channel) });
    visited.push({ path: `/${body.custom}`, ...visits });
  }
  for (const [index, code] of qrCodes.entries()) {
    const { link } = await add('/api/qr/add', code);
    const path = new URL(link).pathname.replace('/qr/', '/q/');
    if (code.type === 'link') visited.push({ path, perDay: 12 + 5 * index, growth: 1.3, referrers: [''] });
  }
  await add('/api/bio/add', bioPage);
  visited.push({
    path: `/${bioPage.slug}`,
    perDay: 20,
    growth: 1.4,
    referrers: ['instagram.com', 'mastodon.social', ''],
  });

  let count = 0;
  for (const { at, path, headers } of makeVisits(visited, days, end)) {
    now = at;
    await site.handle(new Request(`${config.baseUrl}${path}`, { headers }), PEER);
    count += 1;
    // A request for statistics waits until every click so far is counted.
    if (count % COUNTED_AT_ONCE === 0) await send('/api/stats');
  }
  await send('/api/stats');
  await site.close();
}
