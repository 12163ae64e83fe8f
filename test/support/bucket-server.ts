/** A fake S3 server with one bucket in memory. */
export interface BucketServer {
  url: URL;
  keys(): string[];
  /** Changes a stored object, like a broken disk. */
  spoil(isSpoiling: boolean): void;
  close(): Promise<void>;
}

const MISSING = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>There is none.</Message></Error>';
const FORBIDDEN = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>No.</Message></Error>';

type Objects = Map<string, Uint8Array<ArrayBuffer>>;

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

/** Lists two objects at a time, so that clients have to ask for more. */
function listObjects(objects: Objects, query: URLSearchParams): Response {
  const prefix = `/bucket/${query.get('prefix') ?? ''}`;
  const all = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const from = Number(query.get('continuation-token') ?? 0);
  const rows = all.slice(from, from + 2).map((key) => {
    const size = objects.get(key)?.length;
    return `<Contents><Key>${key.slice('/bucket/'.length)}</Key><Size>${size}</Size></Contents>`;
  });
  const isMore = from + 2 < all.length;
  const next = isMore ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  return new Response(
    `<?xml version="1.0"?><ListBucketResult><Name>bucket</Name><IsTruncated>${isMore}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
  );
}

/** Accepts the access key `KEY` and does not check the signature. Implements objects, lists and uploads in parts. */
export function startBucket(): BucketServer {
  const objects: Objects = new Map();
  const uploads = new Map<string, Map<number, Uint8Array>>();
  let isSpoiling = false;

  async function put(request: Request, path: string, query: URLSearchParams): Promise<Response> {
    const bytes = new Uint8Array(await request.arrayBuffer());
    const parts = uploads.get(query.get('uploadId') ?? '');
    if (parts) parts.set(Number(query.get('partNumber')), bytes);
    else objects.set(path, isSpoiling ? bytes.with(0, 1) : bytes);
    return new Response('', { headers: { ETag: '"etag"' } });
  }

  function post(path: string, query: URLSearchParams): Response {
    if (query.has('uploads')) {
      const id = `upload-${uploads.size}`;
      uploads.set(id, new Map());
      return new Response(
        `<?xml version="1.0"?><InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    }
    const parts = [...(uploads.get(query.get('uploadId') ?? '') ?? [])].sort(([left], [right]) => left - right);
    objects.set(path, join(parts.map(([, bytes]) => bytes)));
    return new Response(
      '<?xml version="1.0"?><CompleteMultipartUploadResult><ETag>"etag"</ETag></CompleteMultipartUploadResult>',
    );
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const isKnown = request.headers.get('Authorization')?.startsWith('AWS4-HMAC-SHA256 Credential=KEY/');
      if (!isKnown || !/^\/bucket(\/|$)/.test(pathname)) return new Response(FORBIDDEN, { status: 403 });
      if (searchParams.has('list-type')) return listObjects(objects, searchParams);
      if (request.method === 'PUT') return put(request, pathname, searchParams);
      if (request.method === 'POST') return post(pathname, searchParams);
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
    spoil(isOn) {
      isSpoiling = isOn;
    },
    close: () => server.stop(true),
  };
}
