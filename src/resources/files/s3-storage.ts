import { storeUnavailable } from '../../core/errors.ts';
import { openBucket } from '../../lib/bucket.ts';
import { withTimeLimit } from '../../lib/time-limit.ts';
import type { FileStorage } from './file.storage.ts';

const LIMIT_MS = 10_000;

/** Reports an unreachable bucket like an unreachable store. */
async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await withTimeLimit(LIMIT_MS, work);
  } catch (cause) {
    throw storeUnavailable({ cause });
  }
}

async function readIfExists(work: Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code === 'NoSuchKey') return undefined;
    throw error;
  }
}

/** Stores files in a bucket that several nodes share, `https://KEY:SECRET@host/bucket?region=…`. */
export function createS3Storage(href: string): FileStorage {
  const bucket = openBucket(href);
  const keyOf = (id: number) => `files/${id}.png`;
  return {
    async write(id, bytes) {
      await orUnavailable(bucket.write(keyOf(id), bytes, { type: 'image/png' }));
    },
    read: (id) => orUnavailable(readIfExists(bucket.file(keyOf(id)).bytes())),
    remove: (id) => orUnavailable(bucket.delete(keyOf(id))),
  };
}
