import { ConsumerLoop } from '../clicks/consumer-loop.ts';
import { readConfig } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { openDatabase } from '../db/open.ts';
import type { Log } from '../lib/log.ts';
import { createConsumer } from './click-consumer.ts';
import type { CountingCommand, CountingMessage } from './counting-thread.ts';

declare const self: Worker;

function send(message: CountingMessage): void {
  self.postMessage(message);
}

/** Converts facts for postMessage, which would drop the name and the code of an error. */
function toPlain(facts: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(facts).map(([name, value]) => {
    if (!(value instanceof Error)) return [name, value];
    return [name, { name: value.name, message: value.message, stack: value.stack }];
  });
  return Object.fromEntries(entries);
}

function logger(level: 'debug' | 'info' | 'warn' | 'error') {
  return (message: string, facts: Record<string, unknown> = {}) =>
    send({ message: 'log', level, text: message, facts: toPlain(facts) });
}

const log: Log = { debug: logger('debug'), info: logger('info'), warn: logger('warn'), error: logger('error') };

async function start({ own, storeId }: Extract<CountingCommand, { command: 'start' }>) {
  const config = readConfig();
  const runtime = { log, now: Date.now };
  const secret = loadSecret(config);
  const database = await openDatabase(config);
  database.damage.setLog(log);
  const consumer = createConsumer({ database, config, secret, runtime }, own, storeId);
  const loop = new ConsumerLoop(consumer, log, (report) => send({ message: 'report', report }));
  return { loop, database };
}

let started: ReturnType<typeof start> | undefined;

self.onmessage = async ({ data }: MessageEvent<CountingCommand>) => {
  if (data.command === 'start') {
    started = start(data);
    return;
  }
  const parts = await started;
  if (!parts) return;
  if (data.command === 'wait') {
    await parts.loop.waitUntilCounted(data.wanted);
    send({ message: 'counted', position: parts.loop.position });
    return;
  }
  await parts.loop.stop();
  send({ message: 'counted', position: parts.loop.position });
  await parts.database.close();
  process.exit(0);
};
