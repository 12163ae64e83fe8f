import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A TCP server that sends raw bytes, so that a test can send what no HTTP server would. */
export interface RawServer {
  port: number;
  close(): void;
}

/** Starts a server on a loopback port; `talk` handles each connection. */
export async function startRawServer(talk: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Responds with the same bytes again and again until the client stops reading. */
export function flood(piece: string): { talk(socket: Socket): void; sentBytes(): number } {
  const bytes = Buffer.from(piece, 'latin1');
  let sent = 0;
  return {
    talk(socket) {
      const write = () => {
        while (!socket.destroyed && socket.write(bytes)) sent += bytes.byteLength;
      };
      socket.on('drain', write);
      socket.once('data', write);
    },
    sentBytes: () => sent,
  };
}
