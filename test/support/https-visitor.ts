import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';

/** A response over HTTPS. */
export interface VisitedHttps {
  status: number;
  headers: IncomingHttpHeaders;
  /** The names in the certificate. */
  certificate: string;
}

/** Requests a URL over TLS from a port of this machine; rejects without a certificate for the host that the root has issued. */
export function visitHttps(url: string, port: number, root: string): Promise<VisitedHttps> {
  return new Promise((resolve, reject) => {
    const { hostname, pathname, search } = new URL(url);
    const connection = { host: '127.0.0.1', port, servername: hostname, ca: root, agent: false };
    request({ ...connection, path: pathname + search, headers: { Host: hostname } }, (answer) => {
      answer.resume();
      const { subjectaltname = '' } = (answer.socket as TLSSocket).getPeerCertificate();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, certificate: subjectaltname });
    })
      .on('error', reject)
      // A connection that the server closes after its response may report that once more.
      .on('socket', (socket) => socket.on('error', () => {}))
      .end();
  });
}
