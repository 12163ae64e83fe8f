const EVERY_MS = 2;

// When the current turn of the event loop was first looked at; undefined if it was not.
let turnStartedAt: number | undefined;

/** How long the current turn of the event loop has lasted since somebody first asked. */
function turnMs(): number {
  const now = performance.now();
  if (turnStartedAt === undefined) {
    turnStartedAt = now;
    setImmediate(() => {
      turnStartedAt = undefined;
    });
  }
  return now - turnStartedAt;
}

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

/** Returns a function for long loops: it yields if the current turn of the event loop has lasted long enough, whoever used it. */
export function createThreadYield(everyMs = EVERY_MS): () => Promise<void> {
  return async () => {
    if (turnMs() >= everyMs) await waitForTurn();
  };
}

async function waitForShortTurn(maxMs: number): Promise<void> {
  do await new Promise<void>((resolve) => setImmediate(resolve));
  while (turnMs() > maxMs);
}

/**
 * For work that has no loop of its own, such as the statements of a request: what to wait for if the current turn of the event loop
 * has lasted too long. It does not queue behind long loops.
 */
export function keepTurnShort(maxMs: number): Promise<void> | undefined {
  return turnMs() > maxMs ? waitForShortTurn(maxMs) : undefined;
}
