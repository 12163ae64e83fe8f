import type { Log } from '../lib/log.ts';

/** Ends the process in good order when it is told to, or when something else asks for it by what this returns. */
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
