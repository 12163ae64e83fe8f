import type { ImportSource, KnownState, SourceBatch, SourceHistory, SourceInput, SourceLink } from '../source.ts';
import { advanceCursor, type ClickCursor, readClickCursor, writeClickCursor } from './click-cursor.ts';
import { readOldestFirst, type VisitPage, type VisitRange } from './oldest-first.ts';
import { createPageGuard, sourceRepeatsPages } from './repeated-pages.ts';
import { createShlinkApi, type ShlinkApi, type ShlinkVisit } from './shlink-api.ts';
import { type ShortUrl, toShlinkClick, toShlinkLink, toShlinkMiss, toShortUrl } from './shlink-links.ts';

const CLICKS_AT_ONCE = 2_000;
const LINKS_IN_FLIGHT = 4;

/** Where to continue: in the page of short URLs created since `from`, without those that are done. */
interface Position {
  isLinksDone?: boolean;
  from?: number | undefined;
  page: number;
  done: string[];
  /** A short URL that has more visits after this state. */
  unfinished?: { ref: string; state: string } | undefined;
}

/** Visits come in the order of time. Others were sent before, so the server repeats a page. */
function moveCursor(cursor: ClickCursor, visits: ShlinkVisit[]): ClickCursor {
  const first = visits.find(({ at }) => at > 0);
  if (first && first.at < cursor.until) throw sourceRepeatsPages('Shlink');
  return advanceCursor(
    cursor,
    visits.map(({ at }) => at),
  );
}

/** The visits so far, and their number at that time: if it has not changed, there are no new ones. */
function writeState(cursor: ClickCursor, total: number): string {
  return `${writeClickCursor(cursor)} ${total}`;
}

function totalOf(state: string | undefined): number | undefined {
  const total = state?.split(' ')[2];
  return total === undefined ? undefined : Number(total);
}

/** Collects a batch, and says when it is full. */
class BatchDraft {
  links: SourceLink[] = [];
  history: SourceHistory[] = [];
  size = 0;

  get isEmpty(): boolean {
    return this.links.length + this.history.length === 0;
  }

  add(part: SourceHistory): boolean {
    this.history.push(part);
    this.size += part.clicks.length;
    return this.size >= CLICKS_AT_ONCE;
  }

  take(position: Position): SourceBatch {
    const { links, history } = this;
    [this.links, this.history, this.size] = [[], [], 0];
    return { links, history, position: JSON.stringify(position) };
  }
}

function hasNewVisits({ total }: ShortUrl, state: string | undefined): boolean {
  return total > 0 && totalOf(state) !== total;
}

function firstRange(state: string | undefined): VisitRange {
  return { page: 1, from: readClickCursor(state).until || undefined };
}

/** Yields the visits after `state`; `first` is the page of `firstRange`. */
async function* readHistory(
  api: ShlinkApi,
  { ref, code, domain, total }: ShortUrl,
  state: string | undefined,
  first: VisitPage<ShlinkVisit>,
): AsyncGenerator<SourceHistory> {
  let prepared: typeof first | undefined = first;
  const readPage = async (range: VisitRange) => {
    const page = prepared ?? (await api.listVisits(code, domain, range));
    prepared = undefined;
    return page;
  };
  for await (const { visits, cursor, isLast } of readOldestFirst(readClickCursor(state), readPage, moveCursor)) {
    // A visit without a date is part of the total only.
    const clicks = visits.filter(({ at }) => at > 0).map(toShlinkClick);
    if (isLast) yield { ref, clicks, counts: [], state: writeState(cursor, total), total };
    else yield { ref, clicks, counts: [], state: writeClickCursor(cursor) };
  }
}

async function* readMisses(api: ShlinkApi, known: KnownState): AsyncGenerator<SourceBatch> {
  const start = readClickCursor(await known.missState());
  for await (const { visits, cursor } of readOldestFirst(start, api.listOrphans, moveCursor)) {
    const misses = visits.flatMap((visit) => toShlinkMiss(visit) ?? []);
    const position = JSON.stringify({ isLinksDone: true, page: 1, done: [] } satisfies Position);
    if (visits.length > 0) yield { links: [], history: [], misses, missState: writeClickCursor(cursor), position };
  }
}

/** Opens a Shlink server by its address and an API key. */
export async function openShlink({ url, key, client }: SourceInput & { kind: 'address' }): Promise<ImportSource> {
  const api = createShlinkApi(url, key, client);
  const { host } = new URL(url);

  /** Reads what a short URL needs: its rules, unless it was imported before, and its newest visits, if there are new ones. */
  async function prepare(shortUrl: ShortUrl, state: string | undefined, isKnown: boolean) {
    const { code, domain, json } = shortUrl;
    const rules = json.hasRedirectRules === false || isKnown ? undefined : await api.readRules(code, domain);
    const isVisited = hasNewVisits(shortUrl, state);
    const first = isVisited ? await api.listVisits(code, domain, firstRange(state)) : undefined;
    return { shortUrl, state, link: toShlinkLink(shortUrl, rules), first };
  }

  /** Prepares short URLs in their order, a few at the same time. */
  async function* prepareAll(urls: ShortUrl[], { unfinished }: Position, known: KnownState) {
    const states = await known.stateOf(urls.map(({ ref }) => ref));
    const started: ReturnType<typeof prepare>[] = [];
    for (const [index] of urls.entries()) {
      for (const url of urls.slice(started.length, index + LINKS_IN_FLIGHT)) {
        const state = unfinished?.ref === url.ref ? unfinished.state : states.get(url.ref);
        const next = prepare(url, state, states.has(url.ref));
        // A failure is thrown when it is its turn.
        next.catch(() => {});
        started.push(next);
      }
      yield await (started[index] as ReturnType<typeof prepare>);
    }
  }

  async function* readPage(urls: ShortUrl[], position: Position, known: KnownState): AsyncGenerator<SourceBatch> {
    const draft = new BatchDraft();
    for await (const { shortUrl, state, link, first } of prepareAll(urls, position, known)) {
      const { ref } = shortUrl;
      if (position.unfinished?.ref !== ref) draft.links.push(link);
      for await (const part of first ? readHistory(api, shortUrl, state, first) : []) {
        const isFull = draft.add(part);
        if (!isFull || part.total !== undefined) continue;
        yield draft.take({ ...position, unfinished: { ref, state: part.state ?? '' } });
      }
      position.done.push(ref);
      position.unfinished = undefined;
      if (draft.size >= CLICKS_AT_ONCE) yield draft.take(position);
    }
    if (!draft.isEmpty) yield draft.take(position);
  }

  async function* readAllLinks(start: Position, known: KnownState): AsyncGenerator<SourceBatch> {
    let position = start;
    const guard = createPageGuard(host);
    for (;;) {
      const { from = 0, page, done } = position;
      const { shortUrls, pages } = await api.listShortUrls({ page, from: position.from });
      const listed = shortUrls.map(toShortUrl);
      const wanted = listed.filter(({ ref, created }) => created >= from && !done.includes(ref));
      yield* readPage(wanted, position, known);
      if (page >= pages) return;
      guard(wanted.length > 0);
      // The next request begins at the last date, so that links which are deleted meanwhile move nothing.
      const last = Math.max(...listed.map(({ created }) => created));
      if (last > from) {
        const atLast = listed.filter(({ created }) => created === last).map(({ ref }) => ref);
        position = { from: last, page: 1, done: atLast };
      } else position = { from: position.from, page: page + 1, done };
    }
  }

  return {
    describe: () => ({ from: 'shlink', host }),
    async *read(resume, known) {
      const position = resume === undefined ? { page: 1, done: [] } : (JSON.parse(resume) as Position);
      if (!position.isLinksDone) yield* readAllLinks(position, known);
      yield* readMisses(api, known);
    },
    close: async () => {},
  };
}
