import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a server and PostgreSQL that can drop the response to a commit. */
export class CommitDroppingProxy {
  readonly #server: Server;
  readonly #target: URL;
  #onDropped: (() => void) | undefined;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((client) => this.#serve(client));
  }

  static async open(target: string): Promise<CommitDroppingProxy> {
    const proxy = new CommitDroppingProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** The URL of the same database through this proxy. */
  get url(): string {
    const { port } = this.#server.address() as { port: number };
    const url = new URL(this.#target);
    url.port = String(port);
    return url.href;
  }

  /** PostgreSQL executes the next commit, but its client only sees the connection close. */
  dropNextCommit(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDropped = resolve;
    });
  }

  close(): void {
    this.#server.close();
  }

  #serve(client: Socket): void {
    const store = connect(Number(this.#target.port), this.#target.hostname);
    for (const [from, to] of [
      [client, store],
      [store, client],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.end());
    }
    store.on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => {
      store.write(bytes);
      const onDropped = this.#onDropped;
      if (!onDropped || !bytes.includes('commit\0')) return;
      this.#onDropped = undefined;
      store.removeAllListeners('data').once('data', () => {
        client.destroy();
        onDropped();
      });
    });
  }
}
