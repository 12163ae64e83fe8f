import type { Socket } from 'bun';

/** The bytes of a request. */
export function rawRequest(path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

const HEAD_END = '\r\n\r\n';
const LAST_CHUNK = '\r\n0\r\n\r\n';
const STATUS_AT = 'HTTP/1.1 '.length;

/** Whether these bytes are a complete response; throws if it has another status. */
function isWhole(answer: Buffer, expected: string): boolean {
  const text = answer.toString('latin1');
  const head = text.indexOf(HEAD_END);
  if (head < 0) return false;
  if (!text.startsWith(expected, STATUS_AT)) throw new Error(`answered ${text.slice(0, 60)}`);
  if (/^transfer-encoding: chunked/im.test(text.slice(0, head))) return text.endsWith(LAST_CHUNK);
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? '0';
  return text.length >= head + HEAD_END.length + Number(length);
}

/**
 * Detects the end of a response cheaply: a response with the same status and length as the previous one is not parsed
 * further.
 */
export function createAnswerEnd(expected: string): (chunk: Buffer) => boolean {
  const status = Buffer.from(expected);
  const parts: Buffer[] = [];
  let lastLength = 0;
  return (chunk) => {
    const isLikeLast = parts.length === 0 && chunk.length === lastLength;
    if (isLikeLast && chunk.compare(status, 0, status.length, STATUS_AT, STATUS_AT + status.length) === 0) return true;
    parts.push(Buffer.from(chunk));
    const answer = Buffer.concat(parts);
    if (!isWhole(answer, expected)) return false;
    lastLength = answer.length;
    parts.length = 0;
    return true;
  };
}

/** Where a connection goes. */
export interface Target {
  port: number;
  /** For TLS: the name of the host. */
  tlsName?: string;
}

/**
 * Sends requests over one connection, one after the other. It uses about half the CPU of the minimal server: if the client were
 * slower, the server would sleep between requests, and the cost of waking it up would dominate the result.
 */
export function runConnection(
  { port, tlsName }: Target,
  next: () => Buffer | undefined,
  expected: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const isEnd = createAnswerEnd(expected);
    let isOver = false;
    function sendNext(socket: Socket): void {
      const request = next();
      if (request) socket.write(request);
      else {
        isOver = true;
        socket.end();
      }
    }
    Bun.connect({
      hostname: '127.0.0.1',
      port,
      ...(tlsName !== undefined && { tls: { serverName: tlsName, rejectUnauthorized: false } }),
      socket: {
        open(socket) {
          socket.setNoDelay(true);
          if (tlsName === undefined) sendNext(socket);
        },
        handshake: (socket) => sendNext(socket),
        data(socket, chunk) {
          try {
            if (!isEnd(chunk)) return;
          } catch (error) {
            reject(error);
            socket.terminate();
            return;
          }
          sendNext(socket);
        },
        close: () => (isOver ? resolve() : reject(new Error('the connection was closed'))),
        error: (_, error) => reject(error),
      },
    }).catch(reject);
  });
}
