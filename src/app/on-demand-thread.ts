import type { Log } from '../lib/log.ts';
import { threadAddress } from './thread-address.ts';

/** A task for the thread. */
export interface ThreadTask<Work> {
  id: number;
  work: Work;
}

/** The result of a task. */
export type ThreadNews<Result> = { id: number; result: Result } | { id: number; problem: string };

/** The program of a thread, and its time limits. */
export interface ThreadRules {
  /** The name in the log. */
  name: string;
  /** The program of the thread, which calls `serveTasks`. */
  program: URL;
  log: Log;
  /** An idle thread ends after this time, which frees its memory. */
  idleMs: number;
  /** A thread that works on one task for longer than this hangs, and is replaced. Default: no limit. */
  hangsAfterMs?: number;
}

interface Waiter<Result> {
  resolve(result: Result): void;
  reject(error: Error): void;
  hanging: NodeJS.Timeout | undefined;
}

/** A thread that starts with its first task and ends when it is idle. If it dies or hangs, it is replaced. */
export class OnDemandThread<Work, Result> {
  readonly #rules: ThreadRules;
  readonly #waiters = new Map<number, Waiter<Result>>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(rules: ThreadRules) {
    this.#rules = rules;
  }

  /** Runs a task; rejects if the task fails or if the thread ends before it. */
  run(work: Work): Promise<Result> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    this.#worker.postMessage({ id, work } satisfies ThreadTask<Work>);
    const { hangsAfterMs } = this.#rules;
    const hanging = hangsAfterMs === undefined ? undefined : setTimeout(() => this.#replaceHanging(), hangsAfterMs);
    hanging?.unref();
    return new Promise((resolve, reject) => this.#waiters.set(id, { resolve, reject, hanging }));
  }

  stop(): void {
    this.#end('has been stopped');
  }

  #start(): Worker {
    const { name, program, log } = this.#rules;
    const worker = new Worker(threadAddress(program), { name, smol: true });
    worker.onmessage = ({ data }: MessageEvent<ThreadNews<Result>>) => this.#onMessage(data);
    worker.onerror = ({ message }) => log.error(`the ${name} thread has failed`, { reason: message });
    worker.addEventListener('close', () => {
      if (this.#worker === worker) this.#end('has ended');
    });
    worker.unref();
    return worker;
  }

  #onMessage(message: ThreadNews<Result>): void {
    const waiter = this.#waiters.get(message.id);
    this.#waiters.delete(message.id);
    clearTimeout(waiter?.hanging);
    if ('result' in message) waiter?.resolve(message.result);
    else waiter?.reject(new Error(message.problem));
    if (this.#waiters.size > 0) return;
    this.#idle = setTimeout(() => this.stop(), this.#rules.idleMs);
    this.#idle.unref();
  }

  #replaceHanging(): void {
    const { name, log } = this.#rules;
    log.error(`the ${name} thread hangs, and is replaced`);
    this.#end('hangs');
  }

  /** Ends the thread; the next task starts another. */
  #end(how: string): void {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.terminate();
    for (const { reject, hanging } of this.#waiters.values()) {
      clearTimeout(hanging);
      reject(new Error(`the ${this.#rules.name} thread ${how}`));
    }
    this.#waiters.clear();
  }
}

/** The thread's end: runs the tasks that arrive, any number at once. */
export function serveTasks<Work, Result>(thread: Worker, work: (task: Work) => Promise<Result>): void {
  thread.onmessage = async ({ data }: MessageEvent<ThreadTask<Work>>) => {
    const { id } = data;
    try {
      thread.postMessage({ id, result: await work(data.work) } satisfies ThreadNews<Result>);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      thread.postMessage({ id, problem } satisfies ThreadNews<Result>);
    }
  };
}
