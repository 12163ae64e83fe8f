import { connect, type Socket } from 'node:net';
import type { TestSite } from './test-site.ts';

/** A test site that listens on a real port. */
export interface ListeningSite {
  port: number;
  /** Resolves when the server starts to read the body of the next request: its head is authenticated by then. */
  nextBodyRead(): Promise<void>;
  /** Resolves when every request so far has its response. */
  idle(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Wraps a request and reports the first access to its body. */
function watchBody(request: Request, onRead: () => void): Request {
  let isRead = false;
  return new Proxy(request, {
    get(target, name) {
      if (name === 'body' && !isRead) {
        isRead = true;
        onRead();
      }
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

export function listen(site: TestSite): ListeningSite {
  const waiting: (() => void)[] = [];
  const running: Promise<Response>[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch(request) {
      const watched = watchBody(request, () => waiting.shift()?.());
      const peers = { requestIP: () => ({ address: '127.0.0.1' }) };
      const answer = Promise.resolve(site.site.handle(watched, peers));
      running.push(answer);
      return answer;
    },
  });
  return {
    port: server.port ?? 0,
    nextBodyRead: () => new Promise((resolve) => waiting.push(resolve)),
    idle: () => Promise.allSettled(running),
    stop: () => server.stop(true),
  };
}

const SLOW_BODY_MS = 30;

/** A request whose head has been sent and authenticated, and whose body has not been sent. */
export interface PendingRequest {
  socket: Socket;
  /** Sends the body, as a slow client would, and returns the response. */
  finish(): Promise<{ status: number; text: string }>;
}

export async function sendHeadOnly(
  { port, nextBodyRead }: ListeningSite,
  { method, path, headers, body }: { method: string; path: string; headers: Record<string, string>; body: string },
): Promise<PendingRequest> {
  const isRead = nextBodyRead();
  const socket = connect(port, '127.0.0.1');
  const lines = {
    Host: `127.0.0.1:${port}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n`);
  await isRead;
  return {
    socket,
    async finish() {
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
      const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
      // A body that arrives at once is not a reason to check the caller again.
      await Bun.sleep(SLOW_BODY_MS);
      socket.write(body);
      await ended;
      const text = Buffer.concat(chunks).toString();
      return { status: Number(text.split(' ', 2)[1]), text };
    },
  };
}
