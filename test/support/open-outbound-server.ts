import { OutboundThread } from '../../src/app/outbound-thread.ts';
import { startApp } from '../../src/app/server.ts';
import { stopOnSignals } from '../../src/cli/stop-on-signals.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/lib/log.ts';

/** `signpost serve` with an outbound thread that may connect to servers on this machine. */
const config = readConfig();
const log = createLog(config.logLevel, (line) => process.stdout.write(line));
const program = new URL('./open-outbound.worker.ts', import.meta.url);
const outbound = new OutboundThread(log, { ownHosts: [], program });
const app = await startApp(config, { log, now: Date.now, outbound });
stopOnSignals(log, async () => {
  outbound.stop();
  await app.stop();
});
