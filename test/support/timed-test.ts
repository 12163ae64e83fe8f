import { test } from 'bun:test';

/** A test with a time limit that other work on the machine can break: one of three attempts must pass. */
export function timedTest(name: string, run: () => unknown, timeoutMs = 30_000): void {
  test(name, async () => void (await run()), { timeout: timeoutMs, retry: 2 });
}
