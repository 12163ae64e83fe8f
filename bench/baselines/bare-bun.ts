// The least that a Bun server can do: the same short answer to everyone.
const server = Bun.serve({
  port: Number(process.argv[2]),
  hostname: '127.0.0.1',
  fetch: () => new Response('{"error":0}', { headers: { 'Content-Type': 'application/json' } }),
});
console.log(server.port);
