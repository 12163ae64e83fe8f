import { type ClientHttp2Session, connect } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import type { Connection, Target } from './tls-connection.ts';

/** Opens an HTTP/2 connection. */
export function openHttp2(host: string, { address, root }: Target): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const tls = { host: address, port: 443, servername: host, ca: root, ALPNProtocols: ['h2'] };
    const socket = connectTls(tls);
    const session: ClientHttp2Session = connect(`https://${host}`, { createConnection: () => socket });
    let onClose = () => {};
    const connection: Connection = {
      closedMs: undefined,
      isEnding: false,
      detail: 'closed',
      serial: () => socket.getPeerCertificate().serialNumber,
      request: (path) =>
        new Promise((done, fail) => {
          const stream = session.request({ ':path': path });
          onClose = () => done(undefined);
          stream.on('response', (headers) => {
            stream.resume();
            done(Number(headers[':status']));
          });
          stream.on('error', fail);
          stream.on('close', onClose);
        }),
      destroy: () => session.destroy(),
    };
    session.on('goaway', () => {
      connection.isEnding = true;
    });
    session.on('error', (error: Error) => {
      connection.detail = error.message;
      reject(error);
    });
    session.on('close', () => {
      connection.closedMs ??= Date.now();
      onClose();
      reject(new Error(connection.detail));
    });
    session.once('connect', () => resolve(connection));
  });
}
