import { readlinkSync } from 'node:fs';
import { createConsumer } from '../src/app/click-consumer.ts';
import type { OwnJournal } from '../src/clicks/clicks.ts';
import { readConfig } from '../src/config/config.ts';
import { loadSecret } from '../src/config/data-dir.ts';
import { openDatabase } from '../src/db/open.ts';
import { createLog } from '../src/lib/log.ts';
import { cpuMs } from './measure.ts';

declare const self: Worker;

/** Messages to the thread. */
export type CountingOrder =
  | { order: 'open'; environment: Record<string, string>; own: OwnJournal; storeId: string }
  | { order: 'count' }
  | { order: 'close' };

/** The cost of counting the clicks in the journal. */
export interface Counted {
  clicks: number;
  /** CPU time of the counting thread. */
  cpuMs: number;
  /** CPU time of all threads, including garbage collection and compilation. */
  allCpuMs: number;
  wallMs: number;
}

const [pid = 0, threadId = 0] = readlinkSync('/proc/thread-self').split('/task/').map(Number);

async function open({ environment, own, storeId }: Extract<CountingOrder, { order: 'open' }>) {
  const config = readConfig(environment);
  const secret = loadSecret(config);
  const database = await openDatabase(config);
  const runtime = { log: createLog('warn', console.error), now: Date.now };
  return { database, consumer: createConsumer({ database, config, secret, runtime }, own, storeId) };
}

let opened: ReturnType<typeof open> | undefined;

async function count(): Promise<Counted> {
  const parts = await opened;
  const [beforeMs, allBefore, startMs] = [cpuMs(pid, threadId), process.cpuUsage(), performance.now()];
  let clicks = 0;
  for (let report = await parts?.consumer.consume(); report; report = await parts?.consumer.consume()) {
    clicks += report.people + report.bots;
  }
  const { user, system } = process.cpuUsage(allBefore);
  return {
    clicks,
    cpuMs: cpuMs(pid, threadId) - beforeMs,
    allCpuMs: (user + system) / 1000,
    wallMs: performance.now() - startMs,
  };
}

async function close(): Promise<void> {
  const parts = await opened;
  parts?.consumer.close();
  await parts?.database.close();
}

async function handleOrder(order: CountingOrder): Promise<Counted | undefined> {
  if (order.order === 'count') return count();
  if (order.order === 'close') await close();
  else {
    opened = open(order);
    await opened;
  }
  return undefined;
}

self.onmessage = async ({ data }: MessageEvent<CountingOrder>) => {
  self.postMessage(await handleOrder(data));
};
