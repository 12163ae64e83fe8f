import { createSite } from '../src/app/site.ts';
import { openBus } from '../src/bus/open.ts';
import { readConfig } from '../src/config/config.ts';
import { openStore } from '../src/db/open.ts';
import { parseInput } from '../src/http/read-input.ts';
import { formatDateTime } from '../src/lib/date-time.ts';
import { createLog } from '../src/lib/log.ts';
import { OutboundError } from '../src/lib/outbound/outbound.ts';
import { addUserInput } from '../src/resources/account/account.contract.ts';
import { answerForm } from './answer-form.ts';
import {
  bioPage,
  campaigns,
  channels,
  formAnswers,
  links,
  others,
  qrCodes,
  type SampleLink,
} from './sample-content.ts';
import { makeVisits, type SampleVisit, type Visited } from './visits.ts';

/** The credentials of the sample account. */
export const SAMPLE_ACCOUNT = { email: 'demo@example.com', password: 'look around' };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const COUNTED_AT_ONCE = 500;
const PEER = { requestIP: () => ({ address: '127.0.0.1' }) };

interface Answered {
  id: number;
  link: string;
  details: { blocks: { id: number; type: string }[] };
}

/**
 * Fills the empty store of a server with sample content: a shop's links and their visits, all through the public API. Nothing is
 * older than `days`. Returns the ids of the links by alias.
 */
export async function fillStore(environment: Record<string, string>, days = 120): Promise<Map<string, number>> {
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
    outbound: { get: () => Promise.reject(new OutboundError('the sample content needs no network')) },
  };
  const site = await createSite({
    database,
    bus: openBus(config, log, clock),
    config,
    runtime,
    options: { isOnOneThread: true },
  });
  const { apikey } = await site.services.accounts.add(parseInput(addUserInput, { ...SAMPLE_ACCOUNT, isAdmin: true }));

  async function send(path: string, init: RequestInit = {}): Promise<Answered> {
    const headers = { Authorization: `Bearer ${apikey}` };
    const answer = await site.handle(new Request(`${config.baseUrl}${path}`, { headers, ...init }), PEER);
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as Answered;
  }

  function add(path: string, body: object): Promise<Answered> {
    now += MINUTE_MS;
    return send(path, { method: 'POST', body: JSON.stringify(body) });
  }

  const ids = new Map<string, number>();
  for (const campaign of campaigns) ids.set(campaign.name, (await add('/api/campaign/add', campaign)).id);
  for (const channel of channels) ids.set(channel.name, (await add('/api/channel/add', channel)).id);
  for (const [path, body] of others) ids.set(String(body.name), (await add(path, body)).id);

  const since = Math.min(60, days);
  const visited: Visited[] = [];
  for (const [index, code] of qrCodes.entries()) {
    const { link } = await add('/api/qr/add', code);
    const path = new URL(link).pathname.replace('/qr/', '/q/');
    const visits = { perDay: 12 + 5 * index, growth: 1.3, referrers: [''], fromDaysAgo: since };
    if (code.type === 'link') visited.push({ path, ...visits });
  }
  const bio = await add('/api/bio/add', bioPage);
  const page = { path: `/${bioPage.slug}`, growth: 1.4, fromDaysAgo: since };
  visited.push({ ...page, perDay: 20, referrers: ['instagram.com', 'mastodon.social', ''] });
  const { blocks } = (await send(`/api/bio/${bio.id}`)).details;
  for (const [index, { id }] of blocks.filter(({ type }) => type !== 'heading').entries())
    visited.push({ ...page, path: `${page.path}/${id}`, perDay: 9 - index, referrers: [''] });

  const linkIds = new Map<string, number>();
  const waiting = links
    .map((link) => ({ link, at: Math.max(now, end - link.daysOld * DAY_MS) }))
    .sort((left, right) => left.at - right.at);
  for (const { body, visits, daysOld, endsInDays = 0 } of links) {
    const fromDaysAgo = Math.min(daysOld, days);
    visited.push({ path: `/${body.custom}`, ...visits, fromDaysAgo, toDaysAgo: Math.max(0, -endsInDays) });
  }

  function inDays(count: number | undefined): string | undefined {
    return count === undefined ? undefined : formatDateTime(end + count * DAY_MS);
  }

  async function addLink({ body, campaign = '', channel = '', overlay, ...link }: SampleLink): Promise<void> {
    const { id } = await add('/api/url/add', {
      ...body,
      campaign: ids.get(campaign),
      channel: ids.get(channel),
      ...(overlay !== undefined && { type: `overlay-${ids.get(overlay)}` }),
      starts: inDays(link.startsInDays),
      expiry: inDays(link.endsInDays),
    });
    linkIds.set(body.custom, id);
  }

  async function addLinksUntil(time: number): Promise<void> {
    while (waiting[0] && waiting[0].at <= time) {
      const { link, at } = waiting[0];
      now = Math.max(now, at);
      await addLink(link);
      waiting.shift();
    }
  }

  const answersAt = new Map(links.map(({ body, overlay = '' }) => [`/${body.custom}`, formAnswers[overlay]]));
  const shownForms = new Map<string, number>();

  async function visit(one: SampleVisit): Promise<void> {
    const response = await site.handle(new Request(`${config.baseUrl}${one.path}`, { headers: one.headers }), PEER);
    const sample = answersAt.get(one.path);
    if (!sample) return;
    const shown = (shownForms.get(one.path) ?? 0) + 1;
    shownForms.set(one.path, shown);
    // Undefined for the visitors in between.
    const answer = sample.answers[(shown / sample.oneOf) % sample.answers.length];
    const form = answer && answerForm(config.baseUrl, one, await response.text(), answer);
    if (form) await site.handle(form, PEER);
  }

  let count = 0;
  for (const one of makeVisits(visited, days, end)) {
    await addLinksUntil(one.at);
    now = Math.max(now, one.at);
    await visit(one);
    count += 1;
    // A request for statistics waits until every click so far is counted.
    if (count % COUNTED_AT_ONCE === 0) await send('/api/stats');
  }
  await addLinksUntil(end);
  await send('/api/stats');
  await site.close();
  return linkIds;
}
