import type { Page, PageRequest } from '../../core/paging.ts';
import { offsetOf } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { findListeners, readLinkSubjects, storeEvents } from '../../db/outbox.ts';
import { recordChange } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { csvLine } from '../../lib/csv.ts';
import { type Clock, formatDateTime } from '../../lib/date-time.ts';
import { streamText } from '../../lib/text-stream.ts';
import { findOverlay } from './overlay.store.ts';
import { type Overlay, overlayNotFound, responseNotFound } from './overlay.ts';
import { columnsOf } from './overlay-answer.ts';
import * as store from './overlay-response.store.ts';

/** The number of votes for an answer to a poll. */
export interface VoteCount {
  answer: string;
  votes: number;
}

/** What happened to a submitted response. */
export type Stored = 'stored' | 'again' | 'gone';

/** The operations on the responses that visitors submit through overlays. */
export interface OverlayResponseService {
  /** For the redirect: stores the response of a visitor. */
  add(response: store.NewResponse): Promise<Stored>;
  list(owner: number, overlayId: number, request: PageRequest): Promise<Page<store.OverlayResponse>>;
  /** For a poll: its answers in order, then former answers that have votes; undefined for other overlays. */
  countVotes(owner: number, overlayId: number): Promise<VoteCount[] | undefined>;
  /** Streams all responses as CSV, newest first. */
  export(owner: number, overlayId: number): Promise<ReadableStream<Uint8Array>>;
  remove(owner: number, overlayId: number, id: number): Promise<void>;
  /** Returns how many responses were deleted. */
  removeAll(owner: number, overlayId: number): Promise<number>;
}

const ROWS_AT_ONCE = 100;

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  now: Clock;
}

/** The log says how many responses were deleted, and nothing of what visitors wrote. */
async function recordDeletion(
  tx: Db,
  { owner, overlayId }: { owner: number; overlayId: number },
  count: number,
): Promise<void> {
  const changes = { responses: { old: count, new: null } };
  const action = 'delete_responses';
  await recordChange(tx, { workspace: owner, noun: 'overlay', id: overlayId, action, changes });
}

/** Stores the event of a response for the webhooks of the owner. */
async function announce(tx: Db, { overlayId, linkId, fields }: store.NewResponse, now: number): Promise<void> {
  const type = 'overlay.response';
  const owner = await store.findOverlayOwner(tx, overlayId);
  const listeners = owner === undefined ? [] : await findListeners(tx, [owner], [type]);
  if (listeners.length === 0) return;
  const nothing = { tags: [], campaign: null, domain: null };
  const subject = (await readLinkSubjects(tx, [linkId])).get(linkId) ?? nothing;
  const data = { overlay: overlayId, link: linkId, fields };
  await storeEvents(tx, listeners, [{ type, at: now, data, subject }], now);
}

export function createOverlayResponseService({ db, readDb, now }: Parts): OverlayResponseService {
  async function getOverlay(tx: Db, owner: number, id: number): Promise<Overlay> {
    const found = await findOverlay(tx, owner, id);
    if (!found) throw overlayNotFound();
    return found;
  }

  async function* writeCsv({ id, content }: Overlay): AsyncGenerator<string> {
    const names = columnsOf(content);
    yield csvLine(['id', 'date', 'link', ...names]);
    for (let last = Number.MAX_SAFE_INTEGER; ; ) {
      const rows = await store.readResponsesBefore(readDb, id, last, ROWS_AT_ONCE);
      yield rows
        .map((row) => [
          row.id,
          formatDateTime(row.createdAt),
          row.linkId,
          ...names.map((name) => row.fields[name] ?? ''),
        ])
        .map(csvLine)
        .join('');
      if (rows.length < ROWS_AT_ONCE) return;
      last = rows.at(-1)?.id ?? 0;
    }
  }

  return {
    add: (response) =>
      transaction(db, async (tx) => {
        const { overlayId, fields, visitor } = response;
        if (!(await store.addToResponses(tx, overlayId, 1))) return 'gone';
        if (!(await store.insertResponse(tx, response, now()))) {
          await store.addToResponses(tx, overlayId, -1);
          return 'again';
        }
        if (visitor !== null) await store.addVotes(tx, overlayId, fields.answer ?? '', 1);
        await announce(tx, response, now());
        return 'stored';
      }),

    async list(owner, overlayId, request) {
      const { responses: total } = await getOverlay(db, owner, overlayId);
      const rows = offsetOf(request) >= total ? [] : await store.listResponses(readDb, overlayId, request);
      return { ...request, total, rows };
    },

    async countVotes(owner, overlayId) {
      const { content } = await getOverlay(db, owner, overlayId);
      if (content.type !== 'poll') return undefined;
      const votes = await store.readVotes(db, overlayId);
      const former = [...votes].filter(([answer, count]) => count > 0 && !content.answers.includes(answer));
      return [...content.answers, ...former.map(([answer]) => answer)].map((answer) => ({
        answer,
        votes: votes.get(answer) ?? 0,
      }));
    },

    async export(owner, overlayId) {
      return streamText(writeCsv(await getOverlay(db, owner, overlayId)));
    },

    remove: (owner, overlayId, id) =>
      transaction(db, async (tx) => {
        const { content } = await getOverlay(tx, owner, overlayId);
        const fields = await store.deleteResponse(tx, overlayId, id);
        if (!fields) throw responseNotFound();
        await store.addToResponses(tx, overlayId, -1);
        if (content.type === 'poll') await store.addVotes(tx, overlayId, fields.answer ?? '', -1);
        await recordDeletion(tx, { owner, overlayId }, 1);
      }),

    removeAll: (owner, overlayId) =>
      transaction(db, async (tx) => {
        await getOverlay(tx, owner, overlayId);
        const count = await store.deleteResponses(tx, overlayId);
        await store.addToResponses(tx, overlayId, -count);
        await recordDeletion(tx, { owner, overlayId }, count);
        return count;
      }),
  };
}
