import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { TEST_CERTIFICATE, TEST_PRIVATE_KEY } from './test-certificate.ts';

/** A web server that records every connection and request. */
export interface RecordingServer {
  port: number;
  connections: number;
  requests: IncomingMessage[];
  close(): Promise<void>;
}

interface ServerOptions {
  host?: string;
  port?: number;
  isSecure?: boolean;
  answer?: RequestListener;
}

/** Listens on an address of this machine; by default it responds with the text "seen". */
export async function startRecordingServer({
  host = '127.0.0.1',
  port = 0,
  isSecure = false,
  answer = (_, response) => response.end('seen'),
}: ServerOptions = {}): Promise<RecordingServer> {
  const listener: RequestListener = (request, response) => {
    recording.requests.push(request);
    answer(request, response);
  };
  const server = isSecure
    ? createSecureServer({ cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY }, listener)
    : createServer(listener);
  const recording: RecordingServer = {
    port: 0,
    connections: 0,
    requests: [],
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  server.on('connection', () => {
    recording.connections += 1;
  });
  server.listen(port, host);
  await new Promise((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  recording.port = (server.address() as AddressInfo).port;
  return recording;
}
