// A minimal Bun server with TLS: the same redirect for every request.
import { TEST_CERTIFICATE, TEST_PRIVATE_KEY } from '../../test/support/test-certificate.ts';

const server = Bun.serve({
  port: Number(process.argv[2]),
  hostname: '127.0.0.1',
  tls: { cert: TEST_CERTIFICATE, key: TEST_PRIVATE_KEY },
  fetch: () => new Response(null, { status: 302, headers: { Location: 'https://example.com/' } }),
});
console.log(server.port);
