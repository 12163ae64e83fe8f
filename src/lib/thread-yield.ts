const EVERY_MS = 2;

const waiting: (() => void)[] = [];

/** Continues one loop; the others wait for later turns, so that many loops hold the thread no longer than one. */
function continueNext(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(continueNext);
  next?.();
}

/** Waits until the event loop has handled everything that arrived, and the turn of this loop has come. */
function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(continueNext);
  });
}

/** Returns a function for long loops: it yields to the event loop if the last yield was long enough ago. */
export function createThreadYield(everyMs = EVERY_MS): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < everyMs) return;
    await waitForTurn();
    last = performance.now();
  };
}

/**
 * Returns a function for work that has no loop of its own, such as the statements of a request: it yields if the current turn of the
 * event loop has taken too long, whoever took it.
 */
export function createTurnGuard(maxMs: number): () => Promise<void> | undefined {
  let startedAt: number | undefined;

  async function waitForShortTurn(): Promise<void> {
    while (startedAt !== undefined && performance.now() - startedAt > maxMs)
      await new Promise<void>((resolve) => setImmediate(resolve));
  }

  return () => {
    if (startedAt === undefined) {
      startedAt = performance.now();
      setImmediate(() => {
        startedAt = undefined;
      });
      return undefined;
    }
    return performance.now() - startedAt > maxMs ? waitForShortTurn() : undefined;
  };
}
