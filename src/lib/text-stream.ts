import { createThreadYield } from './thread-yield.ts';

/**
 * Sends chunks as they are made; the generator ends when the client disconnects. Each chunk should take a few milliseconds: the event
 * loop takes its turn between them.
 */
export function streamBytes(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const yieldThread = createThreadYield();
  return new ReadableStream({
    async pull(controller) {
      await yieldThread();
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** The same for text. */
export function streamText(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return streamBytes(
    (async function* encode() {
      for await (const chunk of chunks) yield encoder.encode(chunk);
    })(),
  );
}
