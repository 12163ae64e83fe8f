import { openHttp2 } from './h2-connection.ts';
import { type Connection, openHttp1, type Target } from './tls-connection.ts';

/** The kinds of clients, and how long each pauses after a response. */
export const clientKinds = {
  'kept alive, busy': { open: openHttp1, pauseMs: 50, requests: Number.POSITIVE_INFINITY },
  'kept alive, slow': { open: openHttp1, pauseMs: 3_000, requests: Number.POSITIVE_INFINITY },
  'HTTP/2, busy': { open: openHttp2, pauseMs: 50, requests: Number.POSITIVE_INFINITY },
  'new each time': { open: openHttp1, pauseMs: 20, requests: 1 },
};
export type ClientKind = keyof typeof clientKinds;

/** How connections end without the client asking for it, and what that means. */
export const endings = {
  announced: 'ended as a response had announced: nothing is lost',
  idle: 'closed between two requests: a client connects again',
  lost: 'RESET during a request: the client must repeat it',
  unopened: 'could not be opened: the client must try again',
};

/** One such connection. */
export interface Ended {
  atMs: number;
  kind: ClientKind;
  ending: keyof typeof endings;
  detail: string;
}

/** A certificate that a host presented. */
export interface SeenCertificate {
  host: string;
  serial: string;
  firstMs: number;
}

/** Clients that request the same path again and again, and note everything that goes wrong. */
export class TlsLoad {
  readonly ended: Ended[] = [];
  readonly certificates: SeenCertificate[] = [];
  readonly responses = new Map<ClientKind, number>();
  wrong = 0;
  readonly #target: Target;
  readonly #path: string;
  readonly #loops: Promise<void>[] = [];
  #isStopped = false;

  constructor(target: Target, path: string) {
    this.#target = target;
    this.#path = path;
  }

  /** Adds clients of a host. */
  start(host: string, clients: Record<ClientKind, number>): void {
    for (const [kind, count] of Object.entries(clients)) {
      for (let index = 0; index < count; index += 1) this.#loops.push(this.#loop(host, kind as ClientKind));
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#loops);
  }

  async #loop(host: string, kind: ClientKind): Promise<void> {
    while (!this.#isStopped) {
      try {
        const connection = await clientKinds[kind].open(host, this.#target);
        this.#see(host, connection.serial());
        await this.#use(connection, kind);
        connection.destroy();
      } catch (error) {
        this.#note(kind, 'unopened', (error as Error).message);
      }
      await Bun.sleep(10);
    }
  }

  async #use(connection: Connection, kind: ClientKind): Promise<void> {
    const { pauseMs, requests } = clientKinds[kind];
    for (let sent = 0; sent < requests && !this.#isStopped; sent += 1) {
      const status = await connection.request(this.#path).catch(({ message }: Error) => {
        // The client of Bun says so before it sends the request.
        if (message.includes('after receiving a GOAWAY')) connection.isEnding = true;
        connection.detail = message;
        return undefined;
      });
      if (status === undefined) return this.#note(kind, connection.isEnding ? 'announced' : 'lost', connection.detail);
      this.responses.set(kind, (this.responses.get(kind) ?? 0) + 1);
      if (status !== 302) this.wrong += 1;
      if (connection.isEnding && requests > 1) return this.#note(kind, 'announced', 'announced');
      await Bun.sleep(pauseMs);
      if (connection.closedMs === undefined || requests === 1) continue;
      return this.#note(kind, connection.isEnding ? 'announced' : 'idle', connection.detail, connection.closedMs);
    }
  }

  #see(host: string, serial: string): void {
    if (this.certificates.some((seen) => seen.serial === serial)) return;
    this.certificates.push({ host, serial, firstMs: Date.now() });
  }

  #note(kind: ClientKind, ending: Ended['ending'], detail: string, atMs = Date.now()): void {
    this.ended.push({ atMs, kind, ending, detail });
  }
}
