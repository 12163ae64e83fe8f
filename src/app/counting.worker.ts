import { ConsumerLoop } from '../clicks/consumer-loop.ts';
import { readConfig } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { openDatabase } from '../db/open.ts';
import type { Log } from '../lib/log.ts';
import { createConsumer } from './click-consumer.ts';
import type { CountingNews, CountingOrder } from './counting-thread.ts';

declare const self: Worker;

function tell(news: CountingNews): void {
  self.postMessage(news);
}

/** Converts facts for postMessage, which would drop the name and the code of an error. */
function toPlain(facts: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(facts).map(([name, value]) => {
    if (!(value instanceof Error)) return [name, value];
    return [name, { name: value.name, message: value.message, stack: value.stack }];
  });
  return Object.fromEntries(entries);
}

function teller(level: 'debug' | 'info' | 'warn' | 'error') {
  return (message: string, facts: Record<string, unknown> = {}) =>
    tell({ news: 'log', level, message, facts: toPlain(facts) });
}

const log: Log = { debug: teller('debug'), info: teller('info'), warn: teller('warn'), error: teller('error') };

async function start({ own, storeId }: Extract<CountingOrder, { order: 'start' }>) {
  const config = readConfig();
  const runtime = { log, now: Date.now };
  const secret = loadSecret(config);
  const database = await openDatabase(config);
  database.damage.tellTo(log);
  const consumer = createConsumer({ database, config, secret, runtime }, own, storeId);
  const loop = new ConsumerLoop(consumer, log, (report) => tell({ news: 'report', report }));
  return { loop, database };
}

let started: ReturnType<typeof start> | undefined;

self.onmessage = async ({ data }: MessageEvent<CountingOrder>) => {
  if (data.order === 'start') {
    started = start(data);
    return;
  }
  const parts = await started;
  if (!parts) return;
  if (data.order === 'settle') {
    await parts.loop.settle(data.wanted);
    tell({ news: 'settled', position: parts.loop.position });
    return;
  }
  await parts.loop.stop();
  tell({ news: 'settled', position: parts.loop.position });
  await parts.database.close();
  process.exit(0);
};
