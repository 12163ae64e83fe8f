import { connect, createServer, type Socket } from 'node:net';

interface Hold {
  /** How many messages to the store still pass. */
  left: number;
  work(): Promise<unknown>;
}

/** A proxy between a server and PostgreSQL that can hold a message to the store while something else happens there. */
export class HoldingProxy {
  readonly #server = createServer((client) => this.#serve(client));
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  #hold: Hold | undefined;

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  static async open(target: string): Promise<HoldingProxy> {
    const proxy = new HoldingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The URL of the same database through this proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as { port: number }).port);
    return url.href;
  }

  /** Before the message after the next `count` is sent on, does this work. Messages of the work itself pass. */
  holdAfter(count: number, work: () => Promise<unknown>): void {
    this.#hold = { left: count, work };
  }

  /** Whether no message was held; none will be from now on. */
  isStillWaiting(): boolean {
    const isWaiting = this.#hold !== undefined;
    this.#hold = undefined;
    return isWaiting;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(client: Socket): void {
    const store = connect(Number(this.#target.port), this.#target.hostname);
    for (const [from, to] of [
      [client, store],
      [store, client],
    ] as const) {
      this.#sockets.add(from.setNoDelay(true));
      from.on('error', () => to.destroy());
      from.on('close', () => to.end());
    }
    store.on('data', (bytes) => client.write(bytes));
    client.on('data', async (bytes) => {
      const hold = this.#hold;
      if (hold && hold.left-- === 0) {
        this.#hold = undefined;
        client.pause();
        await hold.work();
        client.resume();
      }
      store.write(bytes);
    });
  }
}
