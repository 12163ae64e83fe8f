import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a server and PostgreSQL that can drop the response to a commit. */
export class CommitLoser {
  readonly #server: Server;
  readonly #target: URL;
  #onLost: (() => void) | undefined;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((client) => this.#serve(client));
  }

  static async open(target: string): Promise<CommitLoser> {
    const loser = new CommitLoser(target);
    await new Promise<void>((resolve) => loser.#server.listen(0, '127.0.0.1', resolve));
    return loser;
  }

  /** The URL of the same database through this proxy. */
  get url(): string {
    const { port } = this.#server.address() as { port: number };
    const url = new URL(this.#target);
    url.port = String(port);
    return url.href;
  }

  /** PostgreSQL executes the next commit, but its client only sees the connection close. */
  loseNext(): Promise<void> {
    return new Promise((resolve) => {
      this.#onLost = resolve;
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
      const onLost = this.#onLost;
      if (!onLost || !bytes.includes('commit\0')) return;
      this.#onLost = undefined;
      store.removeAllListeners('data').once('data', () => {
        client.destroy();
        onLost();
      });
    });
  }
}
