import { createHash } from 'node:crypto';

/** The time that the work below takes on a quiet machine of ordinary speed. */
const ORDINARY_MS = 200;
const ROUNDS = 240;
const BLOCK = Buffer.alloc(1 << 20);

/** Limits never become shorter than on an ordinary machine, and never so long that a run that hangs looks alive. */
const MAX_SLOWNESS = 20;

/** Measures how many times slower than an ordinary, quiet machine this one is now. */
export function measureSlowness(): number {
  const startMs = performance.now();
  // Long enough that the machine gives its turns to other busy processes too.
  for (let round = 0; round < ROUNDS; round += 1) createHash('sha256').update(BLOCK).digest();
  const slowness = (performance.now() - startMs) / ORDINARY_MS;
  return Math.min(Math.max(slowness, 1), MAX_SLOWNESS);
}

/** What the test runner measured at the start of the run; 1 in a run without it. */
export function readSlowness(): number {
  return Number(process.env.TEST_SLOWNESS ?? 1);
}
