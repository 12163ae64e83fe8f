import type { Log } from '../lib/log.ts';
import type { BatchReport, Consumer } from './consumer.ts';
import { hasReached, type Position } from './journal-reader.ts';

/** Timing of a consumer. */
export interface LoopRules {
  /** The interval at which the journal is read while there is nothing else to do. */
  pollMs: number;
  /** The maximum share of one processor that counting uses while no request waits for it. */
  share: number;
  /** The maximum share of the time that is spent writing while no request waits. */
  writeShare: number;
  /** The longest time that clicks stay in memory: normally, and while a live feed is open. */
  longestWaitMs: number;
  longestWatchedWaitMs: number;
  /** The longest time between two writes while a request waits. */
  longestGapMs: number;
  /** The gap between two transactions of a write while a request waits. */
  shortGapMs: number;
  firstPauseMs: number;
  longestPauseMs: number;
  adoptEveryMs: number;
  tidyEveryMs: number;
}

const RULES: LoopRules = {
  pollMs: 250,
  share: 0.5,
  writeShare: 0.05,
  longestWaitMs: 5_000,
  longestWatchedWaitMs: 1_000,
  longestGapMs: 250,
  shortGapMs: 1,
  firstPauseMs: 100,
  longestPauseMs: 2_000,
  adoptEveryMs: 30_000,
  tidyEveryMs: 600_000,
};

interface Waiter {
  wanted: Position;
  resolve(): void;
}

/** Runs a consumer until it is stopped, and limits its CPU use so that redirects stay fast. */
export class ConsumerLoop {
  readonly #consumer: Consumer;
  readonly #log: Log;
  readonly #onReport: (report: BatchReport) => void;
  readonly #rules: LoopRules;
  readonly #running: Promise<void>;
  #waiters: Waiter[] = [];
  #wake: (() => void) | undefined;
  #isStopping = false;
  #pauseMs = 0;
  #adoptAtMs = 0;
  #writtenAtMs = 0;
  #writeMs = 0;
  #tidyAtMs: number;

  constructor(consumer: Consumer, log: Log, onReport: (report: BatchReport) => void, rules: Partial<LoopRules> = {}) {
    this.#consumer = consumer;
    this.#log = log;
    this.#onReport = onReport;
    this.#rules = { ...RULES, ...rules };
    this.#tidyAtMs = performance.now() + this.#rules.tidyEveryMs / 10;
    this.#running = this.#run();
  }

  get position(): Position {
    return this.#consumer.position;
  }

  /** Waits until everything before this position is counted. */
  waitUntilCounted(wanted: Position): Promise<void> {
    if (hasReached(this.#consumer.position, wanted)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ wanted, resolve });
      // While the store is unavailable, a waiting request must not cause more queries.
      if (this.#pauseMs === 0) this.#wake?.();
    });
  }

  /** Counts the remaining clicks and ends; if the store is unavailable, they are counted after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake?.();
    await this.#running;
    this.#consumer.close();
  }

  async #run(): Promise<void> {
    while (true) {
      const isStopping = this.#isStopping;
      const startMs = performance.now();
      const outcome = await this.#attempt();
      this.#resolveWaiters();
      if (isStopping && outcome !== 'busy') return;
      if (outcome === 'busy') await this.#rest(performance.now() - startMs);
      else if (outcome === 'failed') await this.#sleep(this.#pauseMs);
      else await this.#sleep(this.#idleMs());
    }
  }

  /** How long to sleep if there is nothing to do now. */
  #idleMs(): number {
    const { pollMs } = this.#rules;
    if (this.#waiters.length === 0 || !this.#consumer.hasPending) return pollMs;
    return Math.min(pollMs, Math.max(1, this.#writtenAtMs + this.#gapMs() - performance.now()));
  }

  async #attempt(): Promise<'busy' | 'idle' | 'failed'> {
    try {
      if (performance.now() >= this.#adoptAtMs) {
        await this.#consumer.adopt();
        this.#adoptAtMs = performance.now() + this.#rules.adoptEveryMs;
      }
      const hasRead = !this.#consumer.isFull && (await this.#consumer.read());
      const hasWritten = this.#isWriteDue(hasRead) && (await this.#write());
      const isBusy = hasRead || hasWritten;
      if (!isBusy && performance.now() >= this.#tidyAtMs && !(await this.#consumer.tidy())) {
        this.#tidyAtMs = performance.now() + this.#rules.tidyEveryMs;
      }
      this.#pauseMs = 0;
      return isBusy ? 'busy' : 'idle';
    } catch (error) {
      const { firstPauseMs, longestPauseMs } = this.#rules;
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, firstPauseMs), longestPauseMs);
      this.#log.warn('clicks cannot be written to the store; retrying', { error, pauseMs: this.#pauseMs });
      return 'failed';
    }
  }

  /** Whether to write the clicks in memory now: there are many, no more will follow, a request waits for them, or they are old. */
  #isWriteDue(hasRead: boolean): boolean {
    const consumer = this.#consumer;
    if (!consumer.hasPending) return false;
    if (consumer.isFull) return true;
    // An abandoned journal gets no more clicks, and others may wait behind it.
    if (!hasRead && (this.#isStopping || consumer.hasAbandonedClicks)) return true;
    const sinceWriteMs = performance.now() - this.#writtenAtMs;
    const isAwaited = this.#waiters.some(({ wanted }) => !hasRead || hasReached(consumer.readTo, wanted));
    if (isAwaited) return sinceWriteMs >= this.#gapMs();
    const { writeShare, longestWaitMs, longestWatchedWaitMs } = this.#rules;
    const longestMs = consumer.hasListeners ? longestWatchedWaitMs : longestWaitMs;
    return !hasRead && sinceWriteMs >= Math.min(this.#writeMs / writeShare, longestMs);
  }

  /** The minimum time between two writes: even if requests always wait, writing takes at most about half of the time. */
  #gapMs(): number {
    return Math.min(this.#writeMs, this.#rules.longestGapMs);
  }

  async #write(): Promise<boolean> {
    const startMs = performance.now();
    const report = await this.#consumer.write((workedMs) => this.#letOthersWrite(workedMs));
    this.#writtenAtMs = performance.now();
    this.#writeMs = this.#writtenAtMs - startMs;
    if (report) this.#onReport(report);
    return report !== undefined;
  }

  /** Pauses between two transactions, so that API requests can write. */
  async #letOthersWrite(workedMs: number): Promise<void> {
    await Bun.sleep(this.#waiters.length > 0 || this.#isStopping ? this.#rules.shortGapMs : workedMs);
  }

  #resolveWaiters(): void {
    const { position } = this.#consumer;
    for (const { resolve } of this.#waiters.filter(({ wanted }) => hasReached(position, wanted))) resolve();
    this.#waiters = this.#waiters.filter(({ wanted }) => !hasReached(position, wanted));
  }

  /** Sleeps long enough to keep to the CPU share, unless a request waits. */
  async #rest(workedMs: number): Promise<void> {
    if (this.#waiters.length > 0 || this.#isStopping) return;
    const { share } = this.#rules;
    await this.#sleep((workedMs * (1 - share)) / share);
  }

  #sleep(ms: number): Promise<void> {
    if (this.#isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      const loop = this;
      function done(): void {
        clearTimeout(timer);
        loop.#wake = undefined;
        resolve();
      }
      this.#wake = done;
    });
  }
}
