import { passesFilter } from '../core/webhook-event.ts';
import type { Db } from '../db/db.ts';
import { type EventListener, findListeners, readLinkSubjects } from '../db/outbox.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { randomToken } from '../lib/token.ts';
import { DEFAULT_ROUTE } from '../resources/links/rules/route.ts';
import { readCodeDomains } from '../resources/qr-codes/qr-code.store.ts';
import { addDropped, type QueuedClicks, queueClicks } from '../resources/webhooks/click-queue.store.ts';
import { MAX_WAITING_CLICKS } from '../resources/webhooks/webhook.ts';
import { type Dimension, dimensionIndex } from '../rollups/dimension.ts';
import type { ClickBuffer } from './click-buffer.ts';
import type { OwnedClicks } from './visited-owners.ts';

const EVENTS = { link: 'clicks', qr: 'qr.scans' } as const;

type SentNoun = keyof typeof EVENTS;

function isSent({ subject: { noun, people }, owner }: OwnedClicks): boolean {
  return people > 0 && (noun === 'qr' || (noun === 'link' && owner.alias !== undefined));
}

/** A row of the buffer with what was visited. */
interface SentRow {
  row: number;
  visited: OwnedClicks;
}

/** Writes clicks as JSON for webhooks. A click is written once and has one id, also if several webhooks receive it. */
class ClickWriter {
  readonly #buffer: ClickBuffer;
  readonly #written = new Map<number, string>();

  constructor(buffer: ClickBuffer) {
    this.#buffer = buffer;
  }

  write({ row, visited }: SentRow): string {
    const known = this.#written.get(row);
    if (known) return known;
    const text = (dimension: Dimension) => {
      const number = this.#buffer.textOf(row, dimensionIndex[dimension]);
      return this.#buffer.texts[number] ?? '';
    };
    const { subject, owner } = visited;
    const isLink = subject.noun === 'link';
    const view = {
      id: `clk_${randomToken(15)}`,
      ...(isLink ? { link: subject.id, alias: owner.alias } : { qr: subject.id }),
      date: formatDateTime(this.#buffer.timeOf(row)),
      ...{ country: text('country'), region: text('region'), city: text('city'), referrer: text('referrer') },
      ...{ browser: text('browser'), os: text('os'), device: text('device'), language: text('language') },
      ...(isLink && { route: text('route') || DEFAULT_ROUTE, source: text('source') }),
    };
    const json = JSON.stringify(view);
    this.#written.set(row, json);
    return json;
  }
}

/** Keeps what the filters of webhooks let pass. */
async function createMatch(tx: Db, visited: OwnedClicks[], listeners: EventListener[]) {
  const owners = new Set(
    listeners.filter(({ filter }) => Object.keys(filter).length > 0).map((listener) => listener.owner),
  );
  const filtered = visited.filter(({ owner }) => owners.has(owner.userId));
  const idsOf = (noun: SentNoun) => filtered.flatMap(({ subject }) => (subject.noun === noun ? [subject.id] : []));
  const links = await readLinkSubjects(tx, idsOf('link'));
  const codes = await readCodeDomains(tx, idsOf('qr'));
  return ({ filter }: EventListener, { subject: { noun, id } }: OwnedClicks): boolean => {
    if (Object.keys(filter).length === 0) return true;
    const subject = noun === 'link' ? links.get(id) : { tags: [], campaign: null, domain: codes.get(id) ?? null };
    return subject !== undefined && passesFilter(filter, subject);
  };
}

/** Adds the clicks and scans by people to the queues of webhooks, in the transaction that counts them. */
export async function queueForWebhooks(tx: Db, buffer: ClickBuffer, owned: OwnedClicks[], now: number): Promise<void> {
  const visited = owned.filter(isSent);
  const owners = new Set(visited.map(({ owner }) => owner.userId));
  const listeners = await findListeners(tx, [...owners], Object.values(EVENTS));
  if (listeners.length === 0) return;
  const matches = await createMatch(tx, visited, listeners);
  const writer = new ClickWriter(buffer);
  const queued: QueuedClicks[] = [];
  for (const listener of listeners) {
    for (const [noun, type] of Object.entries(EVENTS) as [SentNoun, QueuedClicks['type']][]) {
      if (!listener.events.includes(type)) continue;
      const rows: SentRow[] = [];
      for (const one of visited) {
        if (one.subject.noun !== noun || one.owner.userId !== listener.owner || !matches(listener, one)) continue;
        for (const hour of one.subject.hours)
          buffer.forEachRow(hour, (row) => {
            if (buffer.isPersonAt(row)) rows.push({ row, visited: one });
          });
      }
      rows.sort((left, right) => left.row - right.row);
      // More than a queue holds would be dropped at once.
      const sent = rows.slice(-MAX_WAITING_CLICKS);
      await addDropped(tx, listener.id, rows.length - sent.length);
      if (sent.length > 0) queued.push({ webhookId: listener.id, type, clicks: sent.map((row) => writer.write(row)) });
    }
  }
  await queueClicks(tx, queued, now);
}
