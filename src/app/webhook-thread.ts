import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { WorkLoop } from '../lib/work-loop.ts';
import type { WebhookSending } from '../resources/webhooks/sending.service.ts';
import { threadAddress } from './thread-address.ts';
import type { LogMessage } from './thread-log.ts';

/** Messages to the thread. */
export interface WebhookCommand {
  command: 'wake' | 'ping' | 'stop';
}

/** Messages from the thread. */
export type WebhookMessage = { message: 'attempt'; isAccepted: boolean } | { message: 'alive' } | LogMessage;

interface Parts {
  sending: Pick<WebhookSending, 'listDue'>;
  onAttempt(isAccepted: boolean): void;
  now: Clock;
  log: Log;
  /** The program of the thread, for tests. */
  program?: URL;
  /** A thread that is silent for this long is replaced. */
  hangsAfterMs?: number;
}

const LOOK_EVERY_MS = 1_000;
const HANGS_AFTER_MS = 60_000;
const STOP_LIMIT_MS = 2_500;

/**
 * Sends webhooks on a separate thread, so that neither the store nor an endpoint delays redirects. The thread starts when a delivery is due, and
 * ends itself when it is idle. If it dies or hangs, it is replaced, and no delivery is lost.
 */
export class WebhookThread {
  readonly #parts: Parts;
  readonly #loop: WorkLoop;
  #worker: Worker | undefined;
  #heardAt = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#loop = new WorkLoop({
      run: () => this.#look(),
      retryAfterMs: LOOK_EVERY_MS,
      failureText: 'the store could not be asked for webhooks to send; it is asked again',
      log: parts.log,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks for deliveries now; for a process that just stored one. */
  wake(): void {
    if (this.#worker) this.#send('wake');
    else this.#loop.wake();
  }

  /** Sends nothing more; resolves once nothing uses the store. */
  async close(): Promise<void> {
    await this.#loop.close();
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.addEventListener('close', resolve));
    this.#send('stop');
    const cut = setTimeout(() => worker.terminate(), STOP_LIMIT_MS);
    await ended;
    clearTimeout(cut);
  }

  /** Starts the thread if something will be due before the next look. */
  async #look(): Promise<number> {
    const { sending, now } = this.#parts;
    if (this.#worker) this.#checkThread();
    else if ((await sending.listDue()).some(({ dueAt }) => dueAt <= now() + LOOK_EVERY_MS)) this.#startThread();
    return LOOK_EVERY_MS;
  }

  #checkThread(): void {
    const { log, hangsAfterMs = HANGS_AFTER_MS } = this.#parts;
    if (performance.now() - this.#heardAt < hangsAfterMs) {
      this.#send('ping');
      return;
    }
    log.error('the webhook thread hangs, and is replaced');
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #startThread(): void {
    const { log, program = new URL('./webhook.worker.ts', import.meta.url) } = this.#parts;
    const worker = new Worker(threadAddress(program), { name: 'webhook', smol: true });
    worker.onmessage = ({ data }: MessageEvent<WebhookMessage>) => this.#onMessage(data);
    worker.onerror = ({ message }) => log.error('the webhook thread has failed', { reason: message });
    // The next look starts another if something is due.
    worker.addEventListener('close', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.unref();
    this.#heardAt = performance.now();
    this.#worker = worker;
  }

  #send(command: WebhookCommand['command']): void {
    this.#worker?.postMessage({ command } satisfies WebhookCommand);
  }

  #onMessage(received: WebhookMessage): void {
    this.#heardAt = performance.now();
    const { log, onAttempt } = this.#parts;
    if (received.message === 'attempt') onAttempt(received.isAccepted);
    else if (received.message === 'log') log[received.level](received.text, received.facts);
  }
}
