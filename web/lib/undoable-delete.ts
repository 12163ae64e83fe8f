import { type Endpoint, type InputOf, send } from './api.ts';
import { forEachOf, inChunks } from './bulk.ts';
import { hideRows } from './hidden-rows.ts';
import { type ListEndpoint, refresh } from './query.ts';
import { showToast } from './toasts.ts';

const UNDO_MS = 6_000;
const AT_A_TIME = 100;

/** What is to be deleted, where it is listed, and what is said about it. */
export interface Deletion {
  endpoint: Extract<Endpoint, `DELETE ${string}/:id/delete`>;
  /** The endpoint that deletes several at once, where there is one. */
  many?: Extract<Endpoint, `POST ${string}/delete`>;
  list: ListEndpoint;
  ids: number[];
  /** "Pixel deleted." */
  said: string;
  undo: string;
  /** Shown where the API refused. */
  failed(error: Error): string;
  /** What else shows the rows. */
  refreshes?: Endpoint[];
}

// What still waits is sent when the page is left.
const waiting = new Set<(isLeaving: boolean) => Promise<void>>();
addEventListener('pagehide', () => void finishDeletions());

/** Deletes at once what waits for its time. */
export async function finishDeletions(): Promise<void> {
  await Promise.all([...waiting].map((finish) => finish(true)));
}

/** Takes rows off the screen at once and deletes them for good a moment later, unless that is undone. */
export function deleteWithUndo(deletion: Deletion): void {
  const { endpoint, many, list, ids, said, undo, failed, refreshes = [] } = deletion;
  hideRows(list, ids, true);

  async function finish(isLeaving: boolean): Promise<void> {
    if (!waiting.delete(finish)) return;
    takeAway();
    const options = { keepalive: isLeaving };
    const remove = (id: number) => send(endpoint, { params: { id } } as InputOf<typeof endpoint>, options);
    const removeMany = (lot: number[]) => many && send(many, { body: { ids: lot } }, options);
    // A page that is left gets no second turn: everything goes at once.
    const failures = many
      ? await forEachOf(inChunks(ids, AT_A_TIME), async (lot) => removeMany(lot), {
          atOnce: isLeaving ? ids.length : 1,
        })
      : await forEachOf(ids, remove, isLeaving ? { atOnce: ids.length } : {});
    if (failures[0]) showToast(failed(failures[0]), { kind: 'failed' });
    await refresh(list, ...refreshes);
    hideRows(list, ids, false);
  }

  waiting.add(finish);
  const takeAway = showToast(said, {
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
