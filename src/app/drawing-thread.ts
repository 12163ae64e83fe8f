import type { Card, DrawCard } from '../cards/card.ts';
import type { Log } from '../lib/log.ts';
import type { QrPicture } from '../qr/picture.ts';
import type { DrawPicture, PictureKind } from '../resources/qr-codes/picture-kind.ts';
import { threadAddress } from './thread-address.ts';

/** What the thread is to draw. */
type Drawn = { picture: QrPicture; kind: PictureKind } | { card: Card };

/** A file that the thread is to make. */
export type DrawingOrder = { id: number } & Drawn;

/** What became of it. */
export type DrawingNews = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; problem: string };

interface Waiter {
  resolve(bytes: Uint8Array<ArrayBuffer>): void;
  reject(error: Error): void;
}

const IDLE_MS = 60_000;

/** Draws on a thread of its own, since a large picture takes most of a second in which nobody would be redirected; it runs only while it is needed. */
export class DrawingThread {
  readonly #log: Log;
  readonly #waiters = new Map<number, Waiter>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastId = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  readonly draw: DrawPicture = (picture, kind) => this.#order({ picture, kind });
  readonly drawCard: DrawCard = (card) => this.#order({ card });

  stop(): void {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.terminate();
    this.#fail('the thread that draws has been stopped');
  }

  #order(drawn: Drawn): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const order: DrawingOrder = { id: this.#lastId, ...drawn };
    this.#worker.postMessage(order);
    return new Promise((resolve, reject) => this.#waiters.set(order.id, { resolve, reject }));
  }

  #start(): Worker {
    const worker = new Worker(threadAddress(new URL('./drawing.worker.ts', import.meta.url)), {
      name: 'drawing',
      smol: true,
    });
    worker.onmessage = ({ data }: MessageEvent<DrawingNews>) => this.#hear(data);
    worker.onerror = ({ message }) => this.#log.error('the thread that draws has failed', { reason: message });
    worker.addEventListener('close', () => {
      if (this.#worker !== worker) return;
      // The next picture starts another.
      this.#worker = undefined;
      this.#fail('the thread that draws has ended');
    });
    worker.unref();
    return worker;
  }

  #hear(news: DrawingNews): void {
    const waiter = this.#waiters.get(news.id);
    this.#waiters.delete(news.id);
    if ('bytes' in news) waiter?.resolve(news.bytes);
    else waiter?.reject(new Error(`a picture could not be drawn: ${news.problem}`));
    if (this.#waiters.size > 0) return;
    this.#idle = setTimeout(() => this.stop(), IDLE_MS);
    this.#idle.unref();
  }

  #fail(reason: string): void {
    for (const { reject } of this.#waiters.values()) reject(new Error(reason));
    this.#waiters.clear();
  }
}
