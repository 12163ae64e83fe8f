import { readTime } from '../dumps/wanted-table.ts';
import type { ImportSource, KnownState, SourceBatch, SourceHistory, SourceInput, SourceLink } from '../source.ts';
import { sourceRefused, sourceUnavailable } from '../source-failures.ts';
import { advanceCursor, createSentFilter, readClickCursor, writeClickCursor } from './click-cursor.ts';
import { countIn, isObject, type JsonObject, objectIn, objectsIn, textIn } from './json-fields.ts';
import { toDate, toTitle, withoutEmpty } from './link-texts.ts';
import { createPageGuard } from './repeated-pages.ts';
import { toYourlsClick } from './yourls-dump.ts';

const LINKS_PER_PAGE = 100;
const CLICKS_AT_ONCE = 2_500;
const BAD_REQUEST = [400];

type Ask = (action: string, parameters?: Record<string, string>) => Promise<JsonObject>;

/** A link of the API, in any of its forms. */
interface YourlsLink {
  link: SourceLink;
  keyword: string;
  total: number;
}

function lastPartOf(shortUrl: string): string {
  const part = shortUrl.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function toLink(json: JsonObject, siteHost: string): YourlsLink {
  const shortUrl = textIn(json, 'shorturl');
  const keyword = textIn(json, 'keyword') || lastPartOf(shortUrl);
  const created = readTime(textIn(json, 'timestamp'));
  const body = withoutEmpty({
    url: textIn(json, 'url'),
    custom: keyword,
    metatitle: toTitle(textIn(json, 'title')),
    created: toDate(created),
  });
  const domain = URL.parse(shortUrl)?.host ?? siteHost;
  return {
    link: { ref: `${keyword} ${created ?? ''}`, domain, body, problems: [] },
    keyword,
    total: countIn(json, 'clicks'),
  };
}

/** The log of a link, oldest first; clicks without a date are left out. */
function readLog(response: JsonObject) {
  const rows = (objectsIn(response, 'result') ?? []).flatMap((row) => {
    const at = readTime(textIn(row, 'click_time'));
    const [referrer, agent, country] = ['referrer', 'user_agent', 'country_code'].map((name) => textIn(row, name));
    return at === null
      ? []
      : [toYourlsClick({ at, referrer: referrer ?? '', user_agent: agent ?? '', country_code: country ?? '' })];
  });
  return rows.sort((left, right) => left.at - right.at);
}

/** Reads all links at once and the log of each, with the plugin that Shlink's importer uses. */
function readWithPlugin(ask: Ask, list: JsonObject[], siteHost: string) {
  const links = list.map((json) => toLink(json, siteHost));
  links.sort((left, right) => (left.keyword < right.keyword ? -1 : 1));

  async function* readHistory({ link: { ref }, keyword, total }: YourlsLink, state: string | undefined) {
    const cursor = readClickCursor(state);
    const [, , sentTotal] = (state ?? '').split(' ');
    if (total === 0 || sentTotal === String(total)) return;
    const response = await ask('shlink-link-visits', { shortCode: keyword });
    const log = readLog(response);
    const clicks = createSentFilter(cursor)(log);
    const all = Math.max(total, objectsIn(response, 'result')?.length ?? 0);
    let sent = cursor;
    for (let from = 0; from === 0 || from < clicks.length; from += CLICKS_AT_ONCE) {
      const part = clicks.slice(from, from + CLICKS_AT_ONCE);
      sent = advanceCursor(
        sent,
        part.map(({ at }) => at),
      );
      const isLast = from + CLICKS_AT_ONCE >= clicks.length;
      yield {
        ...{ ref, clicks: part, counts: [] },
        ...(isLast ? { total: all, state: `${writeClickCursor(sent)} ${total}` } : { state: writeClickCursor(sent) }),
      };
    }
  }

  /** The position is the last keyword; with a state, if there is more of its log. */
  return async function* read(resume: string | undefined, known: KnownState): AsyncGenerator<SourceBatch> {
    const [after, unfinished] = resume === undefined ? [] : (JSON.parse(resume) as [string, string?]);
    const left = links.filter(
      ({ keyword }) => after === undefined || keyword > after || (keyword === after && unfinished),
    );
    for (let from = 0; from < left.length; from += LINKS_PER_PAGE) {
      const some = left.slice(from, from + LINKS_PER_PAGE);
      const states = await known.stateOf(some.map(({ link }) => link.ref));
      let batch: { links: SourceLink[]; history: SourceHistory[] } = { links: [], history: [] };
      let size = 0;
      for (const one of some) {
        const isContinued = unfinished !== undefined && one.keyword === after;
        if (!isContinued) batch.links.push(one.link);
        for await (const part of readHistory(one, isContinued ? unfinished : states.get(one.link.ref))) {
          batch.history.push(part);
          size += part.clicks.length;
          if (size < CLICKS_AT_ONCE) continue;
          const position = 'total' in part ? [one.keyword] : [one.keyword, part.state];
          yield { ...batch, position: JSON.stringify(position), done: (links.indexOf(one) + 1) / links.length };
          [batch, size] = [{ links: [], history: [] }, 0];
        }
      }
      const last = some.at(-1) as YourlsLink;
      if (batch.links.length + batch.history.length > 0)
        yield { ...batch, position: JSON.stringify([last.keyword]), done: (links.indexOf(last) + 1) / links.length };
    }
  };
}

/** Reads links and totals with the statistics of the core. New links come first and move the others: some are read twice, none is missed. */
function readWithCore(ask: Ask, siteHost: string) {
  return async function* read(resume: string | undefined): AsyncGenerator<SourceBatch> {
    const seen = new Set<string>();
    const guard = createPageGuard(siteHost);
    for (let start = Number(resume ?? 0); ; start += LINKS_PER_PAGE) {
      const response = await ask('stats', { filter: 'last', limit: String(LINKS_PER_PAGE), start: String(start) });
      const listed = Object.values(objectIn(response, 'links')).filter(isObject);
      const links = listed.map((json) => toLink(json, siteHost)).filter(({ link: { ref } }) => !seen.has(ref));
      for (const { link } of links) seen.add(link.ref);
      // Without a state, so that a dump, or the plugin if it is installed later, adds the dates of these clicks.
      const history = links.map(({ link: { ref }, total }) => ({ ref, clicks: [], counts: [], total }));
      const all = countIn(objectIn(response, 'stats'), 'total_links');
      const next = start + LINKS_PER_PAGE;
      if (listed.length === 0 || (links.length === 0 && next >= all)) return;
      guard(links.length > 0);
      yield {
        ...{ links: links.map(({ link }) => link), history, position: String(next) },
        ...(all > 0 && { done: Math.min(1, next / all) }),
      };
      if (listed.length < LINKS_PER_PAGE) return;
    }
  };
}

/** Opens a YOURLS site by its address, or that of its API, and the signature of a user. */
export async function openYourls({ url, key, client }: SourceInput & { kind: 'address' }): Promise<ImportSource> {
  const api = url.endsWith('.php') ? url : `${url}/yourls-api.php`;
  const { host } = new URL(api);

  const ask: Ask = async (action, parameters = {}) => {
    const query = new URLSearchParams({ signature: key, action, format: 'json', ...parameters });
    const response = await client.getJson(`${api}?${query}`, { expected: BAD_REQUEST });
    if (isObject(response)) return response;
    throw sourceUnavailable({ host, problem: 'the response is not one of YOURLS' });
  };

  const first = await ask('shlink-list');
  const list = objectsIn(first, 'result');
  const isYourls = list || 'errorCode' in first || 'statusCode' in first || 'message' in first;
  if (!isYourls) throw sourceRefused({ host, problem: 'the response is not one of YOURLS' });
  return {
    describe: () => ({ from: 'yourls', host }),
    read: list ? readWithPlugin(ask, list, host) : readWithCore(ask, host),
    close: async () => {},
  };
}
