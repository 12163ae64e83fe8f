import type { Subprocess } from 'bun';
import { MemoryWindows } from '../bus/memory-windows.ts';
import { type ToHub, WorkerHub } from '../bus/worker-hub.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { openStore } from '../db/open.ts';
import { type App, findPort } from './server.ts';
import { createServices } from './services.ts';
import type { World } from './world.ts';

const RESTART_AFTER_MS = 1_000;
const STOP_LIMIT_MS = 10_000;

/** The processes that answer; one that dies is replaced. */
class WorkerProcesses {
  readonly #command: string[];
  readonly #world: World;
  readonly #hub: WorkerHub;
  readonly #running = new Set<Subprocess>();
  #isStopping = false;

  constructor(command: string[], world: World) {
    this.#command = command;
    this.#world = world;
    this.#hub = new WorkerHub(new MemoryWindows(world.now));
  }

  /** Starts one; settles when it answers visitors, fails where it cannot be started or ends before that. */
  async start(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isReady = false;
    const child = Bun.spawn(this.#command, {
      stdio: ['ignore', 'inherit', 'inherit'],
      ipc: (message: ToHub) => seat.receive(message),
      onExit: (_, exitCode, signal) => {
        seat.leave();
        this.#running.delete(child);
        if (isReady) this.#replace(exitCode ?? signal);
        else reject(new ConfigError('WORKERS could not be started; the reason is in the lines above.'));
      },
    });
    const seat = this.#hub.join({
      send(message) {
        // One that has just ended hears nothing, and is not waited for.
        if (child.exitCode === null && child.signalCode === null) child.send(message);
      },
      onReady() {
        isReady = true;
        resolve();
      },
    });
    this.#running.add(child);
    return promise;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const child of this.#running) child.kill('SIGTERM');
    const cut = setTimeout(() => {
      for (const child of this.#running) child.kill('SIGKILL');
    }, STOP_LIMIT_MS);
    await Promise.all([...this.#running].map(({ exited }) => exited));
    clearTimeout(cut);
  }

  #replace(end: number | string | null): void {
    if (this.#isStopping) return;
    const { log } = this.#world;
    log.error('a worker has ended, and another is started', { end });
    setTimeout(() => {
      if (this.#isStopping) return;
      this.start().catch((error) => {
        if (!this.#isStopping) log.error('a worker could not be started', { error });
        this.#replace(null);
      });
    }, RESTART_AFTER_MS);
  }
}

/** Starts as many processes as WORKERS says, which answer on one port; `command` is what starts one. */
export async function startWorkers(config: Config, world: World, command: string[]): Promise<App> {
  const port = await findPort(config);
  const baseUrl = config.isBaseUrlSet ? config.baseUrl : `http://localhost:${port}`;
  // The store is made ready here, once: what is wrong with it is told once.
  const { database } = await openStore(config, world.now());
  const { accounts } = createServices(database.db, { ...config, baseUrl }, loadSecret(config), world);
  const workers = new WorkerProcesses([...command, '--port', String(port)], world);
  try {
    await Promise.all(Array.from({ length: config.workers }, () => workers.start()));
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
