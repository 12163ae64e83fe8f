import type { ReadableStreamDefaultReader } from 'node:stream/web';

/** One block of a stream of server-sent events; fields that it lacks are undefined. */
export interface Received {
  id?: string;
  event?: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read events of every shape.
  data?: any;
  comment?: string;
}

function parseBlock(text: string): Received {
  const block: Received = {};
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^(\w*): (.*)$/.exec(line) ?? [];
    if (name === 'id' || name === 'event') block[name] = value;
    else if (name === 'data') block.data = JSON.parse(value);
    else if (name === '') block.comment = value;
  }
  return block;
}

/** Reads a stream block by block. */
export class EventReader {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #blocks: AsyncGenerator<Received>;

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body?.getReader();
    this.#blocks = this.#read();
  }

  /** The next block, comments included; undefined at the end. */
  async next(): Promise<Received | undefined> {
    return (await this.#blocks.next()).value;
  }

  /** The next event; undefined at the end. */
  async nextEvent(): Promise<Received | undefined> {
    for (let block = await this.next(); block; block = await this.next()) if (block.event) return block;
    return undefined;
  }

  async events(count: number): Promise<(Received | undefined)[]> {
    const events: (Received | undefined)[] = [];
    while (events.length < count) events.push(await this.nextEvent());
    return events;
  }

  /** Closes the stream. */
  async leave(): Promise<void> {
    await this.#reader?.cancel();
  }

  async *#read(): AsyncGenerator<Received> {
    const decoder = new TextDecoder();
    let text = '';
    while (true) {
      const chunk = await this.#reader?.read();
      if (!chunk || chunk.done) return;
      text += decoder.decode(chunk.value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(parseBlock);
    }
  }
}
