import type { Log } from '../lib/log.ts';
import { ownCommand } from './own-command.ts';

const LOOK_EVERY_MS = 1_000;
const MAX_AT_ONCE = 2;
const MAX_CRASHES = 5;

interface Parts {
  /** The ids of imports that this machine can run and that no process runs. */
  listWaiting(): Promise<number[]>;
  /** Pauses an import whose process ends again and again without a result. */
  pauseCrashed(id: number): Promise<unknown>;
  /** Runs the process of an import until it ends; default: the command `import-job`. */
  runProcess?(id: number, signal: AbortSignal): Promise<EndedProcess>;
  lookEveryMs?: number;
  log: Log;
}

interface EndedProcess {
  exitCode: number | null;
  stderr: string;
}

async function runCommand(id: number, signal: AbortSignal): Promise<EndedProcess> {
  const child = Bun.spawn([...ownCommand(), 'import-job', '--id', String(id)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const [stderr] = await Promise.all([child.stderr.text(), child.exited]);
  return { exitCode: child.exitCode, stderr };
}

/** Runs background imports, each in a process of its own, which cannot delay redirects. */
export class ImportJobs {
  readonly #parts: Parts;
  readonly #running = new Map<number, Promise<void>>();
  /** How often the process of an import has failed since it last ended well. */
  readonly #crashes = new Map<number, number>();
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
    }, this.#parts.lookEveryMs ?? LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Ends the processes; their imports continue at the next start. */
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
    const { log, runProcess = runCommand } = this.#parts;
    try {
      const { exitCode, stderr } = await runProcess(id, this.#stop.signal);
      if (this.#stop.signal.aborted) return;
      if (exitCode === 0) this.#crashes.delete(id);
      else await this.#noteCrash(id, stderr.slice(-2_000));
    } catch (error) {
      log.warn('the process of an import could not be started', { import: id, error });
    }
  }

  async #noteCrash(id: number, stderr: string): Promise<void> {
    const { log, pauseCrashed } = this.#parts;
    const crashes = (this.#crashes.get(id) ?? 0) + 1;
    this.#crashes.set(id, crashes);
    if (crashes < MAX_CRASHES) {
      log.warn('the process of an import failed; it is started again', { import: id, stderr });
      return;
    }
    await pauseCrashed(id);
    this.#crashes.delete(id);
    log.warn('the process of an import failed again and again; the import is paused', { import: id, stderr });
  }
}
