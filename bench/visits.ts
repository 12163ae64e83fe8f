import { readFileSync } from 'node:fs';
import type { Socket } from 'bun';
import { rawRequest } from './measure.ts';

/** Memory of a process in megabytes: what it holds now, or the most that it ever held. */
export function memoryMb(pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const [, kilobytes] = new RegExp(`^${which}:\\s+(\\d+) kB`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  ) ?? ['', 'NaN'];
  return (Number(kilobytes) * 1024) / 1e6;
}

const CONNECTIONS = 8;

/** Visits each path once over a few connections that stay open; each must be answered with a 302 and no body. */
export async function visitEach(port: number, paths: Iterator<string>): Promise<void> {
  function visitNext(socket: Socket<undefined>, end: () => void): void {
    const { value, done } = paths.next();
    if (done) {
      end();
      socket.end();
    } else socket.write(rawRequest(value, {}));
  }

  function runConnection(): Promise<void> {
    return new Promise((resolve, reject) => {
      let text = '';
      Bun.connect({
        hostname: '127.0.0.1',
        port,
        socket: {
          open: (socket) => visitNext(socket, resolve),
          data(socket, chunk) {
            text += chunk.toString('latin1');
            if (!text.endsWith('\r\n\r\n')) return;
            if (!text.startsWith('HTTP/1.1 302')) {
              socket.end();
              reject(new Error(`answered ${text.slice(0, 60)}`));
              return;
            }
            text = '';
            visitNext(socket, resolve);
          },
          error: (_, error) => reject(error),
          close: () => reject(new Error('the connection was closed')),
        },
      }).catch(reject);
    });
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, runConnection));
}
