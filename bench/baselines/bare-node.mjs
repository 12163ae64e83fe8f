// A minimal Node server: the same redirect for every request.
import { createServer } from 'node:http';

const server = createServer((_, response) => {
  response.writeHead(302, { Location: 'https://example.com/', 'Content-Length': 0 });
  response.end();
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));
