import { createHash } from 'node:crypto';
import { z } from 'zod';
import { continentOf } from '../../geo/continents.ts';
import { parseDateTime } from '../../lib/date-time.ts';
import { UTC_ZONE } from '../../lib/time-zone.ts';
import type { Link } from '../../resources/links/link.ts';
import { DAY_MS, HOURS_KEPT_DAYS } from '../../rollups/subject.ts';
import type { Filters } from '../../stats/click-filter.ts';
import { parseCursor } from '../../stats/clicks-list.ts';
import type { ClickView } from '../../stats/stats.contract.ts';
import type { Interval } from '../../stats/stats.range.ts';
import { listScopeLinks, readScope } from './dub-analytics-scope.ts';
import { DUB_DIRECT, readClickFilters } from './dub-click-filters.ts';
import { capitalize, codeOf, splitPlace } from './dub-dimensions.ts';
import { parseDub, unprocessable } from './dub-failure.ts';
import type { DubLink } from './dub-link.view.ts';
import type { DubLinkReader } from './dub-link-reader.ts';
import type { DubParts } from './dub-parts.ts';
import { readPeriod } from './dub-period.ts';
import type { DubRoute } from './dub-route.ts';

const MAX_LINKS = 1_000;
const MAX_SKIPPED = 100_000;
const CLICKS_AT_ONCE = 1_000;
const CLICKS_OF_MANY_AT_ONCE = 100;
const CLICKS_OF_A_TIME = 5_000;

/** The next shorter interval. */
const FINER: Record<Interval, Interval | undefined> = { month: 'day', day: 'hour', hour: undefined };

const eventsQuery = z.object({
  page: z.coerce.number().int().min(1).max(1e9).default(1),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

/** A click and its link. */
interface Visit {
  link: Link;
  click: ClickView;
  id: string;
}

interface Times {
  from: number;
  to: number;
}

interface Range extends Times {
  filters: Filters;
}

/** Which of the clicks are wanted. */
interface Cut {
  skip: number;
  take: number;
  isOldestFirst: boolean;
}

function orUnknown(text: string): string {
  return text === '' ? 'Unknown' : text;
}

/** A click as an event of Dub. Its id is made of its values: the same click has the same id in every response. */
function toEvent({ link: { id: linkId }, click, id }: Visit, link: DubLink) {
  const timestamp = new Date(parseDateTime(click.date) ?? 0).toISOString();
  const country = click.country === '' ? 'Unknown' : codeOf(click.country);
  const place = {
    continent: continentOf(country) ?? 'Unknown',
    country,
    city: click.city === '' ? 'Unknown' : splitPlace(click.city).name,
  };
  const agent = {
    device: orUnknown(capitalize(click.device)),
    browser: orUnknown(click.browser),
    os: orUnknown(click.os),
  };
  const isScan = click.source !== '';
  const referer = click.referrer === '' ? DUB_DIRECT : click.referrer;
  return {
    event: 'click',
    timestamp,
    click: {
      ...{ id, timestamp, url: link.url, ...place, ...agent },
      region: click.region === '' ? 'Unknown' : splitPlace(click.region).name,
      trigger: isScan ? 'qr' : 'link',
      ...{ referer, refererUrl: referer, qr: isScan, ip: '' },
    },
    link,
    ...{ click_id: id, link_id: `link_${linkId}`, domain: link.domain, key: link.key, url: link.url },
    ...{ ...place, ...agent, qr: isScan ? 1 : 0, ip: '' },
  };
}

export function dubEventRoutes(parts: DubParts, reader: DubLinkReader): DubRoute[] {
  const { endpoints, services, now } = parts;

  function nameVisits(link: Link, clicks: ClickView[], seen: Map<string, number>): Visit[] {
    return clicks
      .filter(({ bot }) => bot === '')
      .map((click) => {
        const values = JSON.stringify([link.id, ...Object.values(click)]);
        const digest = createHash('sha256').update(values).digest('base64url').slice(0, 20);
        const times = (seen.get(digest) ?? 0) + 1;
        seen.set(digest, times);
        return { link, click, id: `${digest}_${times}` };
      });
  }

  /** Yields the clicks of a link, newest first. Bots are not clicks. */
  async function* walk(link: Link, { from, to, filters }: Range, limit: number): AsyncGenerator<Visit> {
    const seen = new Map<string, number>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      const request = { request: { from, to, zone: UTC_ZONE }, limit, after, filters };
      const { clicks, next } = await services.stats.listClicks(link.id, request);
      yield* nameVisits(link, clicks, seen);
      cursor = next;
    }
  }

  /** Yields the months, days or hours in which a link has clicks, oldest first; none has too many clicks, if possible. */
  async function* findTimes(link: Link, { from, to }: Times, interval: Interval): AsyncGenerator<Times> {
    const { series } = await services.stats.readStats(
      { noun: 'link', id: link.id },
      {
        request: { interval, from, to, zone: UTC_ZONE },
        ...{ by: ['bot'], asksRoutes: false, limit: 1, filters: new Map() },
      },
    );
    const points = series.map(({ date, clicks }) => ({ start: parseDateTime(date) ?? 0, clicks }));
    for (const [index, { start, clicks }] of points.entries()) {
      if (clicks === 0) continue;
      const end = (points[index + 1]?.start ?? to + 1) - 1;
      const times = { from: Math.max(start, from), to: Math.min(end, to) };
      const finer = clicks > CLICKS_OF_A_TIME ? FINER[interval] : undefined;
      const isKept = finer === 'day' || now() - start < (HOURS_KEPT_DAYS - 1) * DAY_MS;
      if (finer && isKept) yield* findTimes(link, times, finer);
      else yield times;
    }
  }

  /** The same, oldest first: the clicks of one time are read at once and turned around. */
  async function* walkForward(link: Link, range: Range, limit: number): AsyncGenerator<Visit> {
    const seen = new Map<string, number>();
    const interval = range.to - range.from > 365 * DAY_MS ? 'month' : 'day';
    for await (const times of findTimes(link, range, interval)) {
      const visits: ClickView[] = [];
      for await (const { click } of walk(link, { ...times, filters: range.filters }, limit)) visits.push(click);
      yield* nameVisits(link, visits.reverse(), seen);
    }
  }

  /** Yields the clicks of several links, newest or oldest first. */
  async function* merge(links: Link[], range: Range, isOldestFirst: boolean): AsyncGenerator<Visit> {
    const size = links.length > 1 ? CLICKS_OF_MANY_AT_ONCE : CLICKS_AT_ONCE;
    const heads: { visit: Visit; rest: AsyncGenerator<Visit> }[] = [];
    for (const link of links) {
      const rest = isOldestFirst ? walkForward(link, range, size) : walk(link, range, size);
      const { value } = await rest.next();
      if (value) heads.push({ visit: value, rest });
    }
    const isBefore = (one: Visit, other: Visit) =>
      isOldestFirst ? one.click.date < other.click.date : one.click.date > other.click.date;
    while (heads.length > 0) {
      const next = heads.reduce((best, head) => (isBefore(head.visit, best.visit) ? head : best));
      yield next.visit;
      const { value } = await next.rest.next();
      if (value) next.visit = value;
      else heads.splice(heads.indexOf(next), 1);
    }
  }

  async function read(links: Link[], range: Range, { skip, take, isOldestFirst }: Cut): Promise<Visit[]> {
    const visits: Visit[] = [];
    let index = 0;
    for await (const visit of merge(links, range, isOldestFirst)) {
      if (index >= skip) visits.push(visit);
      index += 1;
      if (visits.length === take) break;
    }
    return visits;
  }

  return [
    {
      method: 'GET',
      path: '/events',
      async handle(request) {
        const { admission, query, owner } = request;
        await endpoints.call(admission, 'GET /api/stats', { query: { by: 'bot', limit: 1 } });
        const { page, limit } = parseDub(eventsQuery, {
          page: query.get('page') || undefined,
          limit: query.get('limit') || undefined,
        });
        const event = query.get('event') || 'clicks';
        if (event === 'leads' || event === 'sales') return [];
        if (event !== 'clicks') throw unprocessable('invalid_enum_value: event: It must be clicks, leads or sales.');
        const { from, to, zone } = readPeriod(query, now());
        const range = { from: zone.fromLocal(from), to: zone.fromLocal(to), filters: readClickFilters(query) };
        const scope = await readScope(parts, reader, request);
        const links = (await listScopeLinks(parts, scope, owner, MAX_LINKS)).filter(({ clicks }) => clicks > 0);
        const isOldestFirst = (query.get('sortOrder') ?? query.get('order')) === 'asc';
        const skip = (page - 1) * limit;
        if (skip + limit > MAX_SKIPPED)
          throw unprocessable(`too_big: page: Only ${MAX_SKIPPED} events can be paged through; send start and end.`);
        const visits = await read(links, range, { skip, take: limit, isOldestFirst });
        const used = [...new Map(visits.map(({ link }) => [link.id, link])).values()];
        const shown = new Map((await reader.showAll(owner, used)).map((link) => [link.id, link]));
        return visits.flatMap((visit) => {
          const link = shown.get(`link_${visit.link.id}`);
          return link ? [toEvent(visit, link)] : [];
        });
      },
    },
  ];
}
