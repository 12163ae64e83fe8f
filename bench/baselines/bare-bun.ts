// A minimal Bun server: the same redirect for every request.
const server = Bun.serve({
  port: Number(process.argv[2]),
  hostname: '127.0.0.1',
  fetch: () => new Response(null, { status: 302, headers: { Location: 'https://example.com/' } }),
});
console.log(server.port);
