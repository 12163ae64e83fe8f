import { ConsumerLoop } from '../clicks/consumer-loop.ts';
import { readConfig } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { openDatabase } from '../db/open.ts';
import { createConsumer } from './click-consumer.ts';
import type { CountingCommand, CountingMessage } from './counting-thread.ts';
import { createThreadLog } from './thread-log.ts';

declare const self: Worker;

function send(message: CountingMessage): void {
  self.postMessage(message);
}

const log = createThreadLog(send);

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
