import type { ImportSource, KnownState, SourceBatch, SourceHistory, SourceInput, SourceLink } from '../source.ts';
import { advanceCursor, createSentFilter, readClickCursor, writeClickCursor } from './click-cursor.ts';
import { createDubApi, EVENTS_PER_PAGE, LINKS_PER_PAGE } from './dub-api.ts';
import { toSourceClick, toSourceLink } from './dub-link.ts';
import { countIn, type JsonObject, textIn } from './json-fields.ts';
import { createPageGuard } from './repeated-pages.ts';

const CLICKS_AT_ONCE = 2_000;

/** Where to continue: in a page of links, without those that are done. */
interface Position {
  page: number;
  done: string[];
  /** A link that has more clicks after this state. */
  unfinished?: { ref: string; state: string } | undefined;
}

/** The state of a link without single clicks. It stays so: its clicks without a date would be counted again with one. */
const UNDATED = 'undated';

/** All clicks that Dub counted for a link when it was read last. */
function totalOf(state: string | undefined): number | undefined {
  const total = state?.split(' ').at(state.startsWith(UNDATED) ? 1 : 2);
  return total === undefined ? undefined : Number(total);
}

/** Opens a workspace of Dub by an API key. */
export async function openDub({ url, key, client }: SourceInput & { kind: 'address' }): Promise<ImportSource> {
  const api = createDubApi(url, key, client);
  const { host } = new URL(url);
  let hasEvents = true;

  /** Yields the clicks after a state, oldest first; the last part has the total. */
  async function* readHistory(json: JsonObject, state: string | undefined): AsyncGenerator<SourceHistory> {
    const ref = textIn(json, 'id');
    const total = countIn(json, 'clicks');
    if (total === 0 || totalOf(state) === total) return;
    const undated = { ref, clicks: [], counts: [], total, state: `${UNDATED} ${total}` };
    if (state?.startsWith(UNDATED)) {
      yield undated;
      return;
    }
    let cursor = readClickCursor(state);
    let dropSent = createSentFilter(cursor);
    const guard = createPageGuard(host);
    for (let page = 1; ; ) {
      const events = hasEvents ? await api.listEvents(ref, { from: cursor.until, page }) : undefined;
      if (!events) {
        hasEvents = false;
        const dated = { ref, clicks: [], counts: [], total, state: `${writeClickCursor(cursor)} ${total}` };
        yield state === undefined && cursor.until === 0 ? undated : dated;
        return;
      }
      const fresh = dropSent(events);
      const { until } = cursor;
      guard(fresh.some(({ at }) => at > until));
      cursor = advanceCursor(
        cursor,
        fresh.map(({ at }) => at),
      );
      const clicks = fresh.map(toSourceClick);
      if (events.length < EVENTS_PER_PAGE) {
        yield { ref, clicks, counts: [], total, state: `${writeClickCursor(cursor)} ${total}` };
        return;
      }
      if (fresh.length > 0) {
        yield { ref, clicks, counts: [], state: writeClickCursor(cursor) };
        dropSent = createSentFilter(cursor);
        page = 1;
      } else page += 1; // All clicks of a full page have one time, and were sent.
    }
  }

  async function* readPage(links: JsonObject[], position: Position, known: KnownState): AsyncGenerator<SourceBatch> {
    const { unfinished } = position;
    const states = await known.stateOf(links.map((json) => textIn(json, 'id')));
    let draft: { links: SourceLink[]; history: SourceHistory[]; size: number } = { links: [], history: [], size: 0 };
    const take = (): SourceBatch => {
      const { links: taken, history } = draft;
      draft = { links: [], history: [], size: 0 };
      return { links: taken, history, position: JSON.stringify(position) };
    };
    for (const json of links) {
      const ref = textIn(json, 'id');
      const isContinued = unfinished?.ref === ref;
      if (!isContinued) draft.links.push(toSourceLink(json));
      for await (const part of readHistory(json, isContinued ? unfinished.state : states.get(ref))) {
        draft.history.push(part);
        draft.size += part.clicks.length;
        if (draft.size < CLICKS_AT_ONCE || part.total !== undefined) continue;
        position.unfinished = { ref, state: part.state ?? '' };
        yield take();
      }
      position.done.push(ref);
      position.unfinished = undefined;
      if (draft.size >= CLICKS_AT_ONCE) yield take();
    }
    if (draft.links.length + draft.history.length > 0) yield take();
  }

  async function* read(resume: string | undefined, known: KnownState): AsyncGenerator<SourceBatch> {
    let position: Position = resume === undefined ? { page: 1, done: [] } : (JSON.parse(resume) as Position);
    const guard = createPageGuard(host);
    for (;;) {
      const { page, done } = position;
      const listed = await api.listLinks(page);
      const fresh = listed.filter((json) => textIn(json, 'id') !== '' && !done.includes(textIn(json, 'id')));
      guard(fresh.length > 0);
      yield* readPage(fresh, position, known);
      if (listed.length < LINKS_PER_PAGE) return;
      // New links meanwhile move the last ones of this page to the next one.
      position = { page: page + 1, done: listed.map((json) => textIn(json, 'id')) };
    }
  }

  return { describe: () => ({ from: 'dub', host }), read, close: async () => {} };
}
