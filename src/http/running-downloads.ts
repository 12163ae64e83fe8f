import { rateLimited } from './failures.ts';

const RETRY_SECONDS = 5;

/** Sends the bytes of a stream, and calls `onEnd` once when it ends, fails or is canceled. */
function watchEnd(source: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          controller.error(error);
        }
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Lets each user run one download of a kind at a time: more of them would only take the time of other users. */
export class RunningDownloads {
  readonly #running = new Set<string>();

  /** Starts a download; throws if the user is already running one of this kind. Its place is free once the stream has ended. */
  async start(
    userId: number,
    kind: string,
    open: () => Promise<ReadableStream<Uint8Array>>,
  ): Promise<ReadableStream<Uint8Array>> {
    const place = `${userId} ${kind}`;
    if (this.#running.has(place)) throw rateLimited({ retryAfterSeconds: RETRY_SECONDS });
    this.#running.add(place);
    try {
      return watchEnd(await open(), () => this.#running.delete(place));
    } catch (error) {
      this.#running.delete(place);
      throw error;
    }
  }
}
