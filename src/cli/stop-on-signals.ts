import type { Log } from '../lib/log.ts';

/** Stops the process cleanly on a signal. Returns a function that does the same. */
export function stopOnSignals(log: Log, stop: () => Promise<void>): (reason: string) => Promise<void> {
  let isStopping = false;
  async function end(signal: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info('stopping', { signal });
    await stop();
    log.info('stopped');
    process.exit(0);
  }
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  return end;
}
