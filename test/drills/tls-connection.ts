import { connect } from 'node:tls';

/** Where connections go. */
export interface Target {
  address: string;
  /** The root that certificates are checked against. */
  root: string;
}

/** A connection that a client keeps open. */
export interface Connection {
  /** When it was closed, if it is. */
  closedMs: number | undefined;
  /** Whether the server has said that it will close it, so that no further request was sent. */
  isEnding: boolean;
  /** Why it was closed. */
  detail: string;
  /** The serial number of the certificate. */
  serial(): string;
  /** Sends a request; the status of the response, or undefined if the connection is closed before the response is complete. */
  request(path: string): Promise<number | undefined>;
  destroy(): void;
}

const LIMIT_MS = 10_000;

/** Opens an HTTP/1.1 connection. It is written by hand, because a client library repeats requests silently. */
export function openHttp1(host: string, { address, root }: Target): Promise<Connection> {
  const socket = connect({ host: address, port: 443, servername: host, ca: root });
  let received = '';
  let onChange = () => {};
  const connection: Connection = {
    closedMs: undefined,
    isEnding: false,
    detail: 'closed',
    serial: () => socket.getPeerCertificate().serialNumber,
    request(path) {
      received = '';
      return new Promise((resolve) => {
        onChange = () => {
          const [head = '', body] = received.split('\r\n\r\n');
          const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
          if (body !== undefined && body.length >= length) {
            connection.isEnding = /^connection: close/im.test(head);
            resolve(Number(head.split(' ')[1]));
          } else if (connection.closedMs !== undefined) resolve(undefined);
        };
        socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
        onChange();
      });
    },
    destroy: () => socket.destroy(),
  };
  socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('no response')));
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    onChange();
  });
  socket.on('error', ({ message }) => {
    connection.detail = message;
  });
  for (const event of ['end', 'close'] as const) {
    socket.on(event, () => {
      connection.closedMs ??= Date.now();
      onChange();
    });
  }
  return new Promise((resolve, reject) => {
    socket.once('secureConnect', () => resolve(connection));
    socket.once('close', () => reject(new Error(connection.detail)));
  });
}
