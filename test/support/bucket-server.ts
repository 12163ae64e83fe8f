/** A fake S3 server with one bucket in memory. */
export interface BucketServer {
  url: URL;
  keys(): string[];
  close(): Promise<void>;
}

const MISSING = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>There is none.</Message></Error>';
const FORBIDDEN = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>No.</Message></Error>';

/** Accepts the access key `KEY` and does not check the signature. */
export function startBucket(): BucketServer {
  const objects = new Map<string, ArrayBuffer>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const isKnown = request.headers.get('Authorization')?.startsWith('AWS4-HMAC-SHA256 Credential=KEY/');
      if (!isKnown || !pathname.startsWith('/bucket/')) return new Response(FORBIDDEN, { status: 403 });
      if (request.method === 'PUT') {
        objects.set(pathname, await request.arrayBuffer());
        return new Response();
      }
      if (request.method === 'DELETE') {
        objects.delete(pathname);
        return new Response(null, { status: 204 });
      }
      const bytes = objects.get(pathname);
      return bytes ? new Response(bytes) : new Response(MISSING, { status: 404 });
    },
  });
  return {
    url: new URL(`http://KEY:SE%2FCRET@127.0.0.1:${server.port}/bucket`),
    keys: () => [...objects.keys()],
    close: () => server.stop(true),
  };
}
