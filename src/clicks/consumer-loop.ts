import type { Log } from '../lib/log.ts';
import type { BatchReport, Consumer } from './consumer.ts';
import { hasReached, type Position } from './journal-reader.ts';

/** How a consumer is paced. */
export interface LoopRules {
  /** How long a click waits at most before it is looked at. */
  pollMs: number;
  /** The maximum share of one processor that counting uses while no request waits for it. */
  share: number;
  firstPauseMs: number;
  longestPauseMs: number;
  adoptEveryMs: number;
  tidyEveryMs: number;
}

const RULES: LoopRules = {
  pollMs: 250,
  share: 0.5,
  firstPauseMs: 100,
  longestPauseMs: 2_000,
  adoptEveryMs: 30_000,
  tidyEveryMs: 600_000,
};

interface Waiter {
  wanted: Position;
  resolve(): void;
}

/** Runs a consumer until it is stopped, without taking the machine from those who redirect. */
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

  /** Waits until everything before this place is counted. */
  settle(wanted: Position): Promise<void> {
    if (hasReached(this.#consumer.position, wanted)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiters.push({ wanted, resolve });
      // A waiting request does not make an unavailable store be queried more often.
      if (this.#pauseMs === 0) this.#wake?.();
    });
  }

  /** Counts what is there and ends; what the store does not take now is counted after the next start. */
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
      this.#answerWaiters();
      if (isStopping && outcome !== 'counted') return;
      if (outcome === 'counted') await this.#rest(performance.now() - startMs);
      else if (outcome === 'failed') await this.#sleep(this.#pauseMs);
      else await this.#sleep(this.#rules.pollMs);
    }
  }

  async #attempt(): Promise<'counted' | 'idle' | 'failed'> {
    try {
      if (performance.now() >= this.#adoptAtMs) {
        await this.#consumer.adopt();
        this.#adoptAtMs = performance.now() + this.#rules.adoptEveryMs;
      }
      const report = await this.#consumer.consume();
      if (!report && performance.now() >= this.#tidyAtMs && !(await this.#consumer.tidy())) {
        this.#tidyAtMs = performance.now() + this.#rules.tidyEveryMs;
      }
      this.#pauseMs = 0;
      if (report) this.#onReport(report);
      return report ? 'counted' : 'idle';
    } catch (error) {
      const { firstPauseMs, longestPauseMs } = this.#rules;
      this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, firstPauseMs), longestPauseMs);
      this.#log.warn('clicks wait for the store', { error, pauseMs: this.#pauseMs });
      return 'failed';
    }
  }

  #answerWaiters(): void {
    const { position } = this.#consumer;
    for (const { resolve } of this.#waiters.filter(({ wanted }) => hasReached(position, wanted))) resolve();
    this.#waiters = this.#waiters.filter(({ wanted }) => !hasReached(position, wanted));
  }

  /** Leaves the processor to others for a while, unless somebody waits. */
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
