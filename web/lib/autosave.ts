import { ApiError, isPassing } from './api-error.ts';

/** How it stands with what is on the screen. */
export type SaveState = { kind: 'saved' | 'saving' } | { kind: 'failed'; error: Error };

interface Options<Draft> {
  initial: Draft;
  /** What tells two drafts apart. */
  keyOf(draft: Draft): string;
  save(draft: Draft): Promise<unknown>;
  onState(state: SaveState): void;
}

/** Saves drafts as they come. */
export interface Autosave<Draft> {
  change(draft: Draft): void;
  /** Takes a draft as saved: it is what the server has. */
  accept(draft: Draft): void;
  /** Tries at once what has failed. */
  retry(): void;
  stop(): void;
}

const DELAY_MS = 600;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/** Whether the same may go well later: nobody was there, or too much was asked for. */
function mayPass(error: unknown): boolean {
  return isPassing(error) || (error instanceof ApiError && error.status === 429);
}

/** Saves a draft once nothing was typed for a moment, one request at a time; what could not be sent is tried again and again. */
export function createAutosave<Draft>({ initial, keyOf, save, onState }: Options<Draft>): Autosave<Draft> {
  let latest = initial;
  let savedKey = keyOf(initial);
  let failure: Error | undefined;
  let isSending = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function runIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  }

  async function run(): Promise<void> {
    if (isSending) return;
    const key = keyOf(latest);
    clearTimeout(timer);
    failure = undefined;
    if (key === savedKey) {
      onState({ kind: 'saved' });
      return;
    }
    isSending = true;
    onState({ kind: 'saving' });
    try {
      await save(latest);
      savedKey = key;
      retryMs = FIRST_RETRY_MS;
    } catch (thrown) {
      failure = thrown as Error;
    }
    isSending = false;
    settle(key);
  }

  function settle(sentKey: string): void {
    const isNewer = keyOf(latest) !== sentKey;
    if (failure) onState({ kind: 'failed', error: failure });
    else onState({ kind: isNewer ? 'saving' : 'saved' });
    if (isNewer) {
      runIn(DELAY_MS);
    } else if (mayPass(failure)) {
      runIn(retryMs);
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    }
  }

  return {
    change(draft) {
      if (keyOf(draft) === keyOf(latest)) {
        latest = draft;
        return;
      }
      latest = draft;
      if (isSending) return;
      failure = undefined;
      const isSaved = keyOf(draft) === savedKey;
      clearTimeout(timer);
      onState({ kind: isSaved ? 'saved' : 'saving' });
      if (!isSaved) runIn(DELAY_MS);
    },
    accept(draft) {
      latest = draft;
      savedKey = keyOf(draft);
    },
    retry() {
      if (failure) void run();
    },
    stop: () => clearTimeout(timer),
  };
}
