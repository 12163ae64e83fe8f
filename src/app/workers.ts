import type { Subprocess } from 'bun';
import { MemoryWindows } from '../bus/memory-windows.ts';
import { type ToHub, type ToWorker, WorkerHub } from '../bus/worker-hub.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { openStore } from '../db/open.ts';
import type { Runtime } from './runtime.ts';
import { findPort, type RunningServer } from './server.ts';
import { createServices } from './services.ts';

const RESTART_AFTER_MS = 1_000;
// Within the ten seconds that those who stop programs usually wait.
const STOP_LIMIT_MS = 9_500;

/** How long a worker may be silent. */
export interface WatchRules {
  lookEveryMs: number;
  /** One that has not answered so many looks is ended. */
  maxSilent: number;
}

const WATCH: WatchRules = { lookEveryMs: 5_000, maxSilent: 3 };

/** A process that answers. */
interface Running {
  number: number;
  child: Subprocess;
  isReady: boolean;
  /** How often it was looked at since it was last heard. */
  silent: number;
}

/** One that has just ended hears nothing, and is not waited for. */
function sendTo(child: Subprocess, message: ToWorker): void {
  if (child.exitCode === null && child.signalCode === null) child.send(message);
}

/** The processes that answer; one that dies or hangs is replaced. */
class WorkerProcesses {
  readonly #command: string[];
  readonly #runtime: Runtime;
  readonly #hub: WorkerHub;
  readonly #running = new Set<Running>();
  readonly #rules: WatchRules;
  readonly #watch: Timer;
  #isStopping = false;

  constructor(command: string[], runtime: Runtime, rules: WatchRules) {
    this.#command = command;
    this.#rules = rules;
    this.#watch = setInterval(() => this.#look(), rules.lookEveryMs);
    this.#runtime = runtime;
    this.#hub = new WorkerHub(new MemoryWindows(runtime.now));
  }

  /** Starts one; settles when it answers visitors, fails where it cannot be started or ends before that. */
  async start(number: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const child = Bun.spawn([...this.#command, '--number', String(number)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message: ToHub) => {
        running.silent = 0;
        membership.receive(message);
      },
      onExit: (_, exitCode, signal) => {
        membership.leave();
        this.#running.delete(running);
        if (running.isReady) this.#replace(number, exitCode ?? signal);
        else reject(new ConfigError('WORKERS could not be started. See the reason above.'));
      },
    });
    const running: Running = { number, child, isReady: false, silent: 0 };
    const membership = this.#hub.join({
      send: (message) => sendTo(child, message),
      onReady() {
        running.isReady = true;
        resolve();
      },
    });
    this.#running.add(running);
    return promise;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#watch);
    for (const { child } of this.#running) child.kill('SIGTERM');
    const cut = setTimeout(() => {
      for (const { child } of this.#running) child.kill('SIGKILL');
    }, STOP_LIMIT_MS);
    await Promise.all([...this.#running].map(({ child }) => child.exited));
    clearTimeout(cut);
  }

  /** Asks each for a sign of life, and ends those that have given none for long. */
  #look(): void {
    for (const running of this.#running) {
      const { number, child, isReady, silent } = running;
      if (!isReady) continue;
      if (silent >= this.#rules.maxSilent) {
        this.#runtime.log.error('a worker does not answer, and is ended', { worker: number });
        child.kill('SIGKILL');
        continue;
      }
      running.silent += 1;
      sendTo(child, { kind: 'ping' });
    }
  }

  #replace(number: number, end: number | string | null): void {
    if (this.#isStopping) return;
    const { log } = this.#runtime;
    log.error('a worker has ended, and another is started', { worker: number, end });
    setTimeout(() => {
      if (this.#isStopping) return;
      this.start(number).catch((error) => {
        if (!this.#isStopping) log.error('a worker could not be started', { worker: number, error });
        this.#replace(number, null);
      });
    }, RESTART_AFTER_MS);
  }
}

/** Starts as many processes as WORKERS says, which answer on one port; `command` is what starts one. */
export async function startWorkers(
  config: Config,
  runtime: Runtime,
  command: string[],
  rules: WatchRules = WATCH,
): Promise<RunningServer> {
  const port = await findPort(config);
  const baseUrl = config.isBaseUrlSet ? config.baseUrl : `http://localhost:${port}`;
  // The store is made ready here, once: what is wrong with it is told once.
  const { database } = await openStore(config, runtime.now());
  const { accounts } = createServices({
    db: database.db,
    config: { ...config, baseUrl },
    secret: loadSecret(config),
    runtime,
  });
  const workers = new WorkerProcesses([...command, '--port', String(port)], runtime, rules);
  try {
    await Promise.all(Array.from({ length: config.workers }, (_, index) => workers.start(index + 1)));
  } catch (error) {
    await workers.stop();
    await database.close();
    throw error;
  }
  return {
    port,
    baseUrl,
    accounts,
    async stop() {
      await workers.stop();
      await database.close();
    },
  };
}
