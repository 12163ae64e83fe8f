import type { Log } from '../lib/log.ts';
import { ownCommand } from './own-command.ts';

const LOOK_EVERY_MS = 1_000;
const MAX_AT_ONCE = 2;

interface Parts {
  /** The ids of imports that this machine can run and that no process runs. */
  listWaiting(): Promise<number[]>;
  log: Log;
}

/** Runs the imports of the background, each in a process of its own, which cannot delay redirects. */
export class ImportJobs {
  readonly #parts: Parts;
  readonly #running = new Map<number, Promise<void>>();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isFailing = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Ends the processes; their imports go on at the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    this.#stop.abort();
    await Promise.all(this.#running.values());
  }

  async #look(): Promise<void> {
    const { listWaiting, log } = this.#parts;
    try {
      for (const id of await listWaiting()) {
        if (this.#running.size >= MAX_AT_ONCE) break;
        if (this.#running.has(id)) continue;
        const ended = this.#run(id).finally(() => this.#running.delete(id));
        this.#running.set(id, ended);
      }
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.warn('imports could not be listed; this is tried again', { error });
      this.#isFailing = true;
    }
  }

  async #run(id: number): Promise<void> {
    const { log } = this.#parts;
    try {
      const child = Bun.spawn([...ownCommand(), 'import-job', '--id', String(id)], {
        stdio: ['ignore', 'ignore', 'pipe'],
        signal: this.#stop.signal,
      });
      const [stderr] = await Promise.all([child.stderr.text(), child.exited]);
      if (child.exitCode !== 0 && !this.#stop.signal.aborted)
        log.warn('the process of an import failed; it is started again', { import: id, stderr: stderr.slice(-2_000) });
    } catch (error) {
      log.warn('the process of an import could not be started', { import: id, error });
    }
  }
}
