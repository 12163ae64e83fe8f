import type { ClickCounter, OwnJournal } from '../clicks/clicks.ts';
import type { BatchReport } from '../clicks/consumer.ts';
import { hasReached, type Position } from '../clicks/journal-reader.ts';
import type { Log } from '../lib/log.ts';
import { threadAddress } from './thread-address.ts';
import type { LogMessage } from './thread-log.ts';

/** Messages to the thread. */
export type CountingCommand =
  | { command: 'start'; own: OwnJournal; storeId: string }
  | { command: 'wait'; wanted: Position }
  | { command: 'stop' };

/** Messages from the thread. */
export type CountingMessage =
  | { message: 'report'; report: BatchReport }
  | { message: 'counted'; position: Position }
  | LogMessage;

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

  waitUntilCounted(wanted: Position): Promise<void> {
    if (hasReached(this.position, wanted)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ wanted, resolve });
      this.#send({ command: 'wait', wanted });
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const ended = new Promise((resolve) => this.#worker.addEventListener('close', resolve));
    this.#send({ command: 'stop' });
    const cut = setTimeout(() => this.#worker.terminate(), STOP_LIMIT_MS);
    await ended;
    clearTimeout(cut);
  }

  #start(): Worker {
    const program = new URL('./counting.worker.ts', import.meta.url);
    const worker = new Worker(threadAddress(program), { name: 'counting' });
    worker.onmessage = ({ data }: MessageEvent<CountingMessage>) => this.#onMessage(data);
    worker.onerror = ({ message }) => this.#log.error('the counting thread failed', { reason: message });
    worker.addEventListener('close', () => {
      if (this.#isStopping) return;
      this.#log.error('the counting thread ended; restarting it');
      setTimeout(() => {
        if (!this.#isStopping) this.#worker = this.#start();
      }, RESTART_AFTER_MS);
    });
    worker.postMessage({ command: 'start', own: this.#own, storeId: this.#storeId } satisfies CountingCommand);
    for (const { wanted } of this.#waiters) worker.postMessage({ command: 'wait', wanted } satisfies CountingCommand);
    return worker;
  }

  #send(command: CountingCommand): void {
    this.#worker.postMessage(command);
  }

  #onMessage(received: CountingMessage): void {
    switch (received.message) {
      case 'log':
        this.#log[received.level](received.text, received.facts);
        return;
      case 'report':
        this.#onReport(received.report);
        this.#moveTo(received.report.position);
        return;
      case 'counted':
        this.#moveTo(received.position);
    }
  }

  #moveTo(position: Position): void {
    this.position = position;
    for (const { resolve } of this.#waiters.filter(({ wanted }) => hasReached(position, wanted))) resolve();
    this.#waiters = this.#waiters.filter(({ wanted }) => !hasReached(position, wanted));
  }
}
