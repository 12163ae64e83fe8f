import { startApp } from '../app/server.ts';
import { HubConnection } from '../bus/hub-connection.ts';
import type { ToWorker } from '../bus/worker-hub.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../lib/log.ts';
import { type Command, type OptionValues, UsageError } from './command.ts';
import { stopOnSignals } from './stop-on-signals.ts';

function readPort(text: OptionValues[string]): number | undefined {
  return text === undefined ? undefined : Number(text);
}

/** One of the processes that `serve` starts if WORKERS is greater than 1. */
export const worker: Command = {
  name: 'worker',
  summary: 'Serve beside other workers',
  isHidden: true,
  options: {
    port: { type: 'string', means: 'Port for HTTP that all of them listen on' },
    'https-port': { type: 'string', means: 'Port for HTTPS that all of them listen on' },
    number: { type: 'string', means: 'Which of them this is, from 1', isRequired: true },
  },

  async run({ port, 'https-port': httpsPort, number }) {
    if (!process.send) throw new UsageError('worker is started by serve, where WORKERS is above 1');
    // Until the server has started there is nothing to clean up.
    let end: (reason: string) => unknown = () => process.exit(1);
    // Ends with the main process: nothing would restart this worker, and it would keep the port.
    process.on('disconnect', () => end('disconnect'));
    if (!process.connected) end('disconnect');
    const config = readConfig();
    const ports = { http: readPort(port), https: readPort(httpsPort) };
    const log = createLog(config.logLevel, (line) => process.stdout.write(line), Date.now, {
      worker: Number(number),
    });
    const hub = new HubConnection((message) => process.send?.(message), Number(number));
    process.on('message', (message: ToWorker) => hub.receive(message));
    const app = await startApp(config, { log, now: Date.now }, { hub, ports });
    end = stopOnSignals(log, () => app.stop());
    hub.reportReady();
    return undefined;
  },
};
