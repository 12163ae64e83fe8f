import { flood, startRawServer } from './raw-server.ts';

/** Starts four servers whose responses never end, each in a different way, and prints their ports. */
const responses = [
  'HTTP/1.1 100 Continue\r\n\r\n'.repeat(4_000),
  `HTTP/1.1 103 Early Hints\r\n${'A: b\r\n'.repeat(100)}\r\n`.repeat(100),
  `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(10_000)}`,
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(100_000)}`,
];
const servers = await Promise.all(responses.map((response) => startRawServer(flood(response).talk)));
console.log(servers.map(({ port }) => port).join(' '));
