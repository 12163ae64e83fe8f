import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { ownCommand } from './own-command.ts';

// A canceled import ends within a second: half of it to notice, the rest to end its process.
const LOOK_EVERY_MS = 500;
const MAX_AT_ONCE = 2;
const MAX_CRASHES = 5;
const TURN_MS = 5 * 60_000;
const TIDY_EVERY_MS = 10 * 60_000;

/** An import that no process runs, and the user who started it. */
export interface WaitingImport {
  id: number;
  userId: number;
}

/** What became of an import that has a process. */
export interface ImportState {
  id: number;
  /** False once it was paused or canceled. */
  isRunning: boolean;
  /** When it last stored something. */
  updatedAt: number;
}

interface Parts {
  /** The imports that this machine can run and that no process runs, oldest first. */
  listWaiting(): Promise<WaitingImport[]>;
  readStates(ids: number[]): Promise<ImportState[]>;
  /** Pauses an import whose process ends again and again without a result. */
  pauseCrashed(id: number): Promise<unknown>;
  /** Ends imports that were paused for too long, and deletes the files that no import needs. */
  tidy(): Promise<unknown>;
  /** Runs the process of an import until it ends; default: the command `import-job`. */
  runProcess?(id: number, signal: AbortSignal): Promise<EndedProcess>;
  lookEveryMs?: number;
  now: Clock;
  log: Log;
}

interface EndedProcess {
  exitCode: number | null;
  stderr: string;
}

/** An import with a process. */
interface RunningJob {
  userId: number;
  startedAt: number;
  stop: AbortController;
  ended: Promise<void>;
}

async function runCommand(id: number, signal: AbortSignal): Promise<EndedProcess> {
  const child = Bun.spawn([...ownCommand(), 'import-job', '--id', String(id)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    // Every batch is one transaction, so the process may end anywhere; it may be busy with one line for seconds.
    killSignal: 'SIGKILL',
  });
  const [stderr] = await Promise.all([child.stderr.text(), child.exited]);
  return { exitCode: child.exitCode, stderr };
}

/**
 * Runs background imports, each in a process of its own, which cannot delay redirects. A user has one process at a time, and gives way
 * after a turn if other users wait.
 */
export class ImportJobs {
  readonly #parts: Parts;
  readonly #running = new Map<number, RunningJob>();
  /** When each user last got a process; users without an entry are first. */
  readonly #turns = new Map<number, number>();
  /** How often the process of an import has failed since it last ended well. */
  readonly #crashes = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #tidiedAt = Number.NEGATIVE_INFINITY;
  #isClosing = false;
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
    this.#isClosing = true;
    const jobs = [...this.#running.values()];
    for (const { stop } of jobs) stop.abort();
    await Promise.all(jobs.map(({ ended }) => ended));
  }

  async #look(): Promise<void> {
    const { listWaiting, readStates, tidy, now, log } = this.#parts;
    try {
      const states = this.#running.size > 0 ? await readStates([...this.#running.keys()]) : [];
      for (const { id, isRunning } of states) if (!isRunning) this.#running.get(id)?.stop.abort();
      const waiting = this.#inTurn(await listWaiting());
      for (const next of waiting) if (this.#running.size < MAX_AT_ONCE) this.#startJob(next);
      if (waiting.some(({ id }) => !this.#running.has(id))) this.#giveWay(states);
      if (now() - this.#tidiedAt >= TIDY_EVERY_MS) {
        this.#tidiedAt = now();
        await tidy();
      }
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) log.warn('imports could not be listed; this is tried again', { error });
      this.#isFailing = true;
    }
  }

  /** One import of each user who has no process, in the order in which the users had their last turn. */
  #inTurn(waiting: WaitingImport[]): WaitingImport[] {
    const busy = new Set([...this.#running.values()].map(({ userId }) => userId));
    const first = new Map<number, WaitingImport>();
    for (const one of waiting) if (!busy.has(one.userId) && !first.has(one.userId)) first.set(one.userId, one);
    const turnOf = ({ userId }: WaitingImport) => this.#turns.get(userId) ?? 0;
    return [...first.values()].sort((one, other) => turnOf(one) - turnOf(other));
  }

  /** Ends the process that has run longest, if its turn is over; its import waits, and continues where it stopped. */
  #giveWay(states: ImportState[]): void {
    const now = this.#parts.now();
    for (const { id, updatedAt } of states) {
      const job = this.#running.get(id);
      // One that has stored nothing yet would begin again.
      const isOver = job && now - job.startedAt >= TURN_MS && updatedAt > job.startedAt;
      if (!isOver) continue;
      job.stop.abort();
      return;
    }
  }

  #startJob({ id, userId }: WaitingImport): void {
    const startedAt = this.#parts.now();
    const stop = new AbortController();
    this.#turns.delete(userId);
    this.#turns.set(userId, startedAt);
    // Only recent turns matter.
    if (this.#turns.size > 1_000) this.#turns.delete(this.#turns.keys().next().value ?? userId);
    const ended = this.#run(id, stop.signal).finally(() => this.#running.delete(id));
    this.#running.set(id, { userId, startedAt, stop, ended });
  }

  async #run(id: number, signal: AbortSignal): Promise<void> {
    const { log, runProcess = runCommand } = this.#parts;
    try {
      const { exitCode, stderr } = await runProcess(id, signal);
      if (signal.aborted || this.#isClosing) return;
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
