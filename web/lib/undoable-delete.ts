import { type Endpoint, type InputOf, send } from './api.ts';
import { forEachOf, inChunks } from './bulk.ts';
import { hideRows } from './hidden-rows.ts';
import { type ListEndpoint, refresh } from './query.ts';
import { showToast } from './toasts.ts';

const UNDO_MS = 6_000;
const AT_A_TIME = 100;

/** What to delete, which list shows it, and the messages. */
export interface UndoableDeletion {
  endpoint: Extract<Endpoint, `DELETE ${string}/:id/delete`>;
  /** The endpoint that deletes several rows at once, if there is one. */
  many?: Extract<Endpoint, `POST ${string}/delete`>;
  list: ListEndpoint;
  ids: number[];
  /** The notification, such as "Pixel deleted." */
  said: string;
  undo: string;
  /** Shown if the API refuses. */
  failed(error: Error): string;
  /** Other endpoints that show the rows. */
  refreshes?: Endpoint[];
}

// Pending deletions are sent when the page is closed.
const waiting = new Set<(isLeaving: boolean) => Promise<void>>();
addEventListener('pagehide', () => void finishDeletions());

/** Sends pending deletions now. */
export async function finishDeletions(): Promise<void> {
  await Promise.all([...waiting].map((finish) => finish(true)));
}

/** Hides rows immediately and deletes them a moment later, unless the user undoes it. */
export function deleteWithUndo(deletion: UndoableDeletion): void {
  const { endpoint, many, list, ids, said, undo, failed, refreshes = [] } = deletion;
  hideRows(list, ids, true);

  async function finish(isLeaving: boolean): Promise<void> {
    if (!waiting.delete(finish)) return;
    hideToast();
    const options = { keepalive: isLeaving };
    const remove = (id: number) => send(endpoint, { params: { id } } as InputOf<typeof endpoint>, options);
    const removeMany = (chunk: number[]) => many && send(many, { body: { ids: chunk } }, options);
    // A page that is closing cannot send anything later, so it sends all requests at once.
    const failures = many
      ? await forEachOf(inChunks(ids, AT_A_TIME), async (chunk) => removeMany(chunk), {
          atOnce: isLeaving ? ids.length : 1,
        })
      : await forEachOf(ids, remove, isLeaving ? { atOnce: ids.length } : {});
    if (failures[0]) showToast(failed(failures[0]), { kind: 'failed' });
    await refresh(list, ...refreshes);
    hideRows(list, ids, false);
  }

  waiting.add(finish);
  const hideToast = showToast(said, {
    lastsMs: UNDO_MS,
    onEnd: () => void finish(false),
    action: {
      name: undo,
      run() {
        waiting.delete(finish);
        hideRows(list, ids, false);
      },
    },
  });
}
