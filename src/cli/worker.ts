import { startApp } from '../app/server.ts';
import type { ToWorker } from '../bus/worker-hub.ts';
import { WorkerLine } from '../bus/worker-line.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../lib/log.ts';
import { type Command, UsageError } from './command.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** One of the processes that `serve` starts where WORKERS is above 1. */
export const worker: Command = {
  name: 'worker',
  summary: 'Serve beside other workers',
  isHidden: true,
  options: { port: { type: 'string', means: 'Port that all of them listen on', isRequired: true } },

  async run({ port }) {
    if (!process.send) throw new UsageError('worker is started by serve, where WORKERS is above 1');
    const config = { ...readConfig(), port: Number(port) };
    const log = createLog(config.logLevel, (line) => process.stdout.write(line));
    const line = new WorkerLine((message) => process.send?.(message));
    process.on('message', (message: ToWorker) => line.receive(message));
    const app = await startApp(config, { log, now: Date.now }, line);
    const end = stopOnSignals(log, () => app.stop());
    // Nobody would start this one again, and nobody could take the port.
    process.on('disconnect', () => end('disconnect'));
    line.tellReady();
    return undefined;
  },
};
