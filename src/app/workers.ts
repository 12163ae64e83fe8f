import type { Subprocess } from 'bun';
import { MemoryWindows } from '../bus/memory-windows.ts';
import { type ToHub, type ToWorker, WorkerHub } from '../bus/worker-hub.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { prepareStore } from './prepare-store.ts';
import type { Runtime } from './runtime.ts';
import { findPorts, type RunningServer } from './server.ts';
import { createServices } from './services.ts';

const RESTART_AFTER_MS = 1_000;
// Shorter than the ten seconds that service managers usually wait.
const STOP_LIMIT_MS = 9_500;

/** When a worker counts as hanging. */
export interface WatchRules {
  lookEveryMs: number;
  /** The number of unanswered checks after which a worker is killed. */
  maxSilent: number;
}

const WATCH: WatchRules = { lookEveryMs: 5_000, maxSilent: 3 };

/** A worker process. */
interface Running {
  number: number;
  child: Subprocess;
  isReady: boolean;
  /** The number of checks since its last message. */
  silent: number;
}

/** Sends a message unless the process has just ended. */
function sendTo(child: Subprocess, message: ToWorker): void {
  if (child.exitCode === null && child.signalCode === null) child.send(message);
}

/** The worker processes; a process that dies or hangs is replaced. */
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

  /** Starts a worker; resolves when it serves requests, rejects if it cannot be started or ends before that. */
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

  /** Pings each worker, and kills those that have not replied for too long. */
  #look(): void {
    for (const running of this.#running) {
      const { number, child, isReady, silent } = running;
      if (!isReady) continue;
      if (silent >= this.#rules.maxSilent) {
        this.#runtime.log.error('a worker does not respond; ending it', { worker: number });
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
    log.error('a worker ended; starting another one', { worker: number, end });
    setTimeout(() => {
      if (this.#isStopping) return;
      this.start(number).catch((error) => {
        if (!this.#isStopping) log.error('a worker could not be started', { worker: number, error });
        this.#replace(number, null);
      });
    }, RESTART_AFTER_MS);
  }
}

/** Starts the number of WORKERS processes, which share the same ports; `command` is the command line of one. */
export async function startWorkers(
  config: Config,
  runtime: Runtime,
  command: string[],
  rules: WatchRules = WATCH,
): Promise<RunningServer> {
  const ports = await findPorts(config);
  const baseUrl = config.isBaseUrlSet ? config.baseUrl : `http://localhost:${ports.http}`;
  // The store is migrated here once, so that a problem is reported once.
  const { database } = await prepareStore(config, runtime);
  const { accounts } = createServices({
    db: database.db,
    config: { ...config, baseUrl },
    secret: loadSecret(config),
    runtime,
  });
  const options = [
    ...(ports.http === undefined ? [] : ['--port', String(ports.http)]),
    ...(ports.https === undefined ? [] : ['--https-port', String(ports.https)]),
  ];
  const workers = new WorkerProcesses([...command, ...options], runtime, rules);
  try {
    await Promise.all(Array.from({ length: config.workers }, (_, index) => workers.start(index + 1)));
  } catch (error) {
    await workers.stop();
    await database.close();
    throw error;
  }
  return {
    port: ports.http,
    httpsPort: ports.https,
    baseUrl,
    accounts,
    async stop() {
      await workers.stop();
      await database.close();
    },
  };
}
