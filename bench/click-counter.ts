import { clickFolders } from '../src/clicks/clicks.ts';
import { Journal } from '../src/clicks/journal.ts';
import { newJournalFolder } from '../src/clicks/journal-folder.ts';
import type { ClickStore } from './click-store.ts';
import type { Counted, CountingOrder } from './counting.worker.ts';
import type { VisitTexts } from './visitors.ts';

/** A click to count. */
export interface NewClick {
  linkId: number;
  at: number;
  texts: VisitTexts;
}

/** Counts clicks as the server does: writes them to a journal, which a separate thread counts into the store. */
export interface ClickCounter {
  /** Writes this many clicks and waits until they are counted; returns the cost of counting only. */
  count(clickCount: number, next: () => NewClick): Promise<Counted>;
  stop(): Promise<void>;
}

// Less than half a segment, so that the next one is ready in time.
const CLICKS_AT_ONCE = 2_000;

/** Writes clicks to a journal, and waits while it is full. */
export async function writeClicks(journal: Journal, clickCount: number, next: () => NewClick): Promise<void> {
  for (let written = 0; written < clickCount; written += 1) {
    const { linkId, at, texts } = next();
    journal.append({ noun: 'link', id: linkId, at, isHead: false, isScan: false, ...texts });
    if (written % CLICKS_AT_ONCE === 0) while (journal.waiting > 0) await Bun.sleep(1);
  }
  while (journal.waiting > 0) await Bun.sleep(1);
  journal.publish();
  if (journal.dropped > 0) throw new Error(`the journal has dropped ${journal.dropped} clicks`);
}

/** Creates a journal beside a store and starts the thread that counts it. */
export async function startCounter({ environment, id: storeId }: ClickStore): Promise<ClickCounter> {
  const { root } = clickFolders(environment.DATA_DIR ?? '');
  const folder = newJournalFolder(root, storeId);
  const journal = await Journal.begin(folder.path, console.error);
  const worker = new Worker(new URL('./counting.worker.ts', import.meta.url).href);

  function send(order: CountingOrder): Promise<Counted> {
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(order);
    });
  }

  await send({
    order: 'open',
    environment,
    own: { id: folder.id, path: folder.path, writtenTo: journal.writtenTo },
    storeId,
  });
  return {
    async count(clickCount, next) {
      await writeClicks(journal, clickCount, next);
      const counted = await send({ order: 'count' });
      if (counted.clicks !== clickCount) throw new Error(`${counted.clicks} of ${clickCount} clicks were counted`);
      return counted;
    },
    async stop() {
      await send({ order: 'close' });
      worker.terminate();
      await journal.close();
      await folder.remove();
    },
  };
}
