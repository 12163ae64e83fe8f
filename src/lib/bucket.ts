import { S3Client } from 'bun';

/** Opens a bucket of any service with the S3 API, `https://KEY:SECRET@host/bucket?region=…`. */
export function openBucket(href: string): S3Client {
  const url = new URL(href);
  const [bucket = ''] = url.pathname.slice(1).split('/');
  return new S3Client({
    endpoint: url.origin,
    bucket: decodeURIComponent(bucket),
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'auto',
  });
}
