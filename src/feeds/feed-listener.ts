import { type Feed, listMissed, writeEvent } from './feed.ts';

const MAX_UNREAD_BYTES = 1_048_576;

const encoder = new TextEncoder();

/** The dependencies of a listener. */
export interface ListenerParts {
  userId: number;
  owner: number;
  now: number;
  isStillAllowed(): Promise<boolean>;
  /** Called once when the stream ends, for any reason. */
  onEnd(listener: FeedListener): void;
}

/** One open stream; either side can end it. */
export class FeedListener {
  readonly userId: number;
  readonly owner: number;
  readonly stream: ReadableStream<Uint8Array>;
  readonly isStillAllowed: () => Promise<boolean>;
  beatAt: number;
  checkedAt: number;
  /** The number of the newest event that was sent; undefined until the stream has begun. */
  seen: number | undefined;
  readonly #onEnd: (listener: FeedListener) => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor({ userId, owner, now, isStillAllowed, onEnd }: ListenerParts) {
    this.userId = userId;
    this.owner = owner;
    this.isStillAllowed = isStillAllowed;
    this.beatAt = now;
    this.checkedAt = now;
    this.#onEnd = onEnd;
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => {
          this.#leave();
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
    );
  }

  get isEnded(): boolean {
    return this.#controller === undefined;
  }

  /** Sends the headers and the id to resume from: an id without data is not an event. */
  begin(seen: number): void {
    this.seen = seen;
    this.#send(`: hello\nid: ${seen}\n\n`);
  }

  /** Keeps proxies from closing the connection as idle. */
  beat(now: number): void {
    this.beatAt = now;
    this.#send(': beat\n\n');
  }

  /** Sends the unseen events, or reports that some are lost. The feed must have been read after `seen` was set. */
  catchUp(feed: Feed): void {
    if (this.seen === undefined) return;
    const missed = listMissed(feed, this.seen);
    this.seen = feed.seq;
    if (missed) this.#send(missed.map(({ seq, event, data }) => writeEvent(event, data, seq)).join(''));
    else this.#send(writeEvent('reset', {}, feed.seq));
  }

  /** Ends the stream because its key is no longer valid. */
  refuse(): void {
    this.#send(writeEvent('end', {}));
    this.#leave()?.close();
  }

  /** Ends the stream. A client that reads too slowly is disconnected, because waiting for it could take forever. */
  end(): void {
    const controller = this.#leave();
    if (controller?.desiredSize === MAX_UNREAD_BYTES) controller.close();
    else controller?.error(new Error('the stream was ended before all of it was read'));
  }

  #send(text: string): void {
    // An empty chunk would end the response.
    if (text === '') return;
    this.#controller?.enqueue(encoder.encode(text));
    if ((this.#controller?.desiredSize ?? 0) < 0) this.end();
  }

  #leave(): ReadableStreamDefaultController<Uint8Array> | undefined {
    const controller = this.#controller;
    this.#controller = undefined;
    if (controller) this.#onEnd(this);
    return controller;
  }
}
