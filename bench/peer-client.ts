import { createAnswerEnd } from './client.ts';

/** How much load a server gets. */
export interface PeerLoad {
  hostname: string;
  port: number;
  requests: Buffer[];
  seconds: number;
  connections: number;
}

// Any status from 300 to 309 is a redirect.
const REDIRECT = '30';

/** Sends requests over one connection until the time is over or the server closes it; returns the number of responses. */
function runOnce({ hostname, port }: PeerLoad, next: () => Buffer | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const isEnd = createAnswerEnd(REDIRECT);
    let answered = 0;
    Bun.connect({
      hostname,
      port,
      socket: {
        open(socket) {
          socket.setNoDelay(true);
          socket.write(next() ?? '');
        },
        data(socket, chunk) {
          try {
            if (!isEnd(chunk)) return;
          } catch (error) {
            reject(error);
            socket.terminate();
            return;
          }
          answered += 1;
          const request = next();
          if (request) socket.write(request);
          else socket.end();
        },
        close: () => resolve(answered),
        error: (_, error) => reject(error),
      },
    }).catch(reject);
  });
}

/** Sends requests to a server for some seconds; opens a new connection whenever the server closes one. */
export async function loadPeer(load: PeerLoad): Promise<{ answered: number; seconds: number }> {
  const startMs = performance.now();
  const endMs = startMs + load.seconds * 1000;
  let sent = 0;
  let answered = 0;
  const next = () => (performance.now() < endMs ? load.requests[sent++ % load.requests.length] : undefined);
  async function keepSending(): Promise<void> {
    while (performance.now() < endMs) {
      const count = await runOnce(load, next);
      if (count === 0 && performance.now() < endMs) throw new Error('the server closed a connection without an answer');
      answered += count;
    }
  }
  await Promise.all(Array.from({ length: load.connections }, keepSending));
  return { answered, seconds: (performance.now() - startMs) / 1000 };
}
