import { ApiError, isTemporary } from './api-error.ts';

/** The save state of a draft. */
export type SaveState = { kind: 'saved' | 'saving' } | { kind: 'failed'; error: Error };

interface Options<Draft> {
  initial: Draft;
  /** The key that distinguishes two drafts. */
  keyOf(draft: Draft): string;
  save(draft: Draft): Promise<unknown>;
  onState(state: SaveState): void;
}

/** Saves drafts as they change. */
export interface Autosave<Draft> {
  change(draft: Draft): void;
  /** Treats a draft as saved: the server has it. */
  accept(draft: Draft): void;
  /** Retries a failed save now. */
  retry(): void;
  stop(): void;
}

const DELAY_MS = 600;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30_000;

/** Whether a retry may succeed: no connection, or a rate limit. */
function isRetryable(error: unknown): boolean {
  return isTemporary(error) || (error instanceof ApiError && error.status === 429);
}

/** Saves a draft after a pause in typing, one request at a time; retries until it succeeds. */
export function createAutosave<Draft>({ initial, keyOf, save, onState }: Options<Draft>): Autosave<Draft> {
  let latest = initial;
  let savedKey = keyOf(initial);
  let failure: Error | undefined;
  let isSending = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function runAfter(ms: number): void {
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
    handleResult(key);
  }

  function handleResult(sentKey: string): void {
    const isNewer = keyOf(latest) !== sentKey;
    if (failure) onState({ kind: 'failed', error: failure });
    else onState({ kind: isNewer ? 'saving' : 'saved' });
    if (isNewer) {
      runAfter(DELAY_MS);
    } else if (isRetryable(failure)) {
      runAfter(retryMs);
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
      if (!isSaved) runAfter(DELAY_MS);
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
