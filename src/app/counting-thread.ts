import type { ClickCounter, OwnJournal } from '../clicks/clicks.ts';
import type { BatchReport } from '../clicks/consumer.ts';
import { hasReached, type Position } from '../clicks/journal-reader.ts';
import type { Log } from '../lib/log.ts';
import { threadAddress } from './thread-address.ts';

/** Messages to the thread. */
export type CountingOrder =
  | { order: 'start'; own: OwnJournal; storeId: string }
  | { order: 'settle'; wanted: Position }
  | { order: 'stop' };

/** Messages from the thread. */
export type CountingNews =
  | { news: 'report'; report: BatchReport }
  | { news: 'settled'; position: Position }
  | { news: 'log'; level: 'debug' | 'info' | 'warn' | 'error'; message: string; facts: Record<string, unknown> };

const RESTART_AFTER_MS = 1_000;
const STOP_LIMIT_MS = 2_500;

interface Waiter {
  wanted: Position;
  resolve(): void;
}

/** Counts clicks on a separate thread. If the thread dies it is replaced, and no click is lost. */
export class CountingThread implements ClickCounter {
  position: Position = { segment: 0, offset: 0 };
  readonly #own: OwnJournal;
  readonly #storeId: string;
  readonly #log: Log;
  readonly #onReport: (report: BatchReport) => void;
  #waiters: Waiter[] = [];
  #worker: Worker;
  #isStopping = false;

  constructor(own: OwnJournal, storeId: string, log: Log, onReport: (report: BatchReport) => void) {
    this.#own = own;
    this.#storeId = storeId;
    this.#log = log;
    this.#onReport = onReport;
    this.#worker = this.#start();
  }

  settle(wanted: Position): Promise<void> {
    if (hasReached(this.position, wanted)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ wanted, resolve });
      this.#tell({ order: 'settle', wanted });
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const ended = new Promise((resolve) => this.#worker.addEventListener('close', resolve));
    this.#tell({ order: 'stop' });
    const cut = setTimeout(() => this.#worker.terminate(), STOP_LIMIT_MS);
    await ended;
    clearTimeout(cut);
  }

  #start(): Worker {
    const worker = new Worker(threadAddress(new URL('./counting.worker.ts', import.meta.url)), {
      name: 'counting',
      smol: true,
    });
    worker.onmessage = ({ data }: MessageEvent<CountingNews>) => this.#onMessage(data);
    worker.onerror = ({ message }) => this.#log.error('the thread that counts clicks has failed', { reason: message });
    worker.addEventListener('close', () => {
      if (this.#isStopping) return;
      this.#log.error('the thread that counts clicks has ended, and is started again');
      setTimeout(() => {
        if (!this.#isStopping) this.#worker = this.#start();
      }, RESTART_AFTER_MS);
    });
    worker.postMessage({ order: 'start', own: this.#own, storeId: this.#storeId } satisfies CountingOrder);
    for (const { wanted } of this.#waiters) worker.postMessage({ order: 'settle', wanted } satisfies CountingOrder);
    return worker;
  }

  #tell(order: CountingOrder): void {
    this.#worker.postMessage(order);
  }

  #onMessage(news: CountingNews): void {
    switch (news.news) {
      case 'log':
        this.#log[news.level](news.message, news.facts);
        return;
      case 'report':
        this.#onReport(news.report);
        this.#moveTo(news.report.position);
        return;
      case 'settled':
        this.#moveTo(news.position);
    }
  }

  #moveTo(position: Position): void {
    this.position = position;
    for (const { resolve } of this.#waiters.filter(({ wanted }) => hasReached(position, wanted))) resolve();
    this.#waiters = this.#waiters.filter(({ wanted }) => !hasReached(position, wanted));
  }
}
