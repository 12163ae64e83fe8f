import { rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { openBucket } from '../lib/bucket.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import { BackupError } from './backup-error.ts';
import { readScheduledTime, type ScheduledBackup } from './scheduled-file.ts';

const PREFIX = 'backups/';
const LIMIT_MS = 10_000;

// A bucket takes at most 10,000 parts, of at least 5 MiB.
const MIN_PART_BYTES = 8 * 2 ** 20;
const PARTS = 5_000;

/** The scheduled backups in a bucket. */
export interface BucketBackups {
  list(): Promise<ScheduledBackup[]>;
  deleteOlder(keep: number): Promise<string[]>;
  open(name: string): ReadableStream<Uint8Array>;
  /** Uploads a file, reads it again and compares it. */
  upload(file: string, name: string): Promise<void>;
  download(name: string, to: string): Promise<void>;
}

async function hashOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of stream) hasher.update(chunk);
  return hasher.digest('hex');
}

/** The bucket refused a request or did not respond. */
async function explain<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code, message } = error as { code?: string; message: string };
    const reason = [code, message].filter(Boolean).join(': ');
    throw new BackupError(`The bucket of BACKUP_URL cannot be used to ${what} (${reason}).`, error);
  }
}

/** Keeps backups in a bucket with the S3 API. Files pass through in small parts. */
export function createBucketBackups(href: string): BucketBackups {
  const bucket = openBucket(href);
  const open = (name: string) => bucket.file(PREFIX + name).stream();

  async function listAll(): Promise<ScheduledBackup[]> {
    const found: ScheduledBackup[] = [];
    let continuationToken: string | undefined;
    do {
      const page = await withTimeLimit(
        LIMIT_MS,
        bucket.list({ prefix: PREFIX, ...(continuationToken !== undefined && { continuationToken }) }),
      );
      for (const { key, size = 0 } of page.contents ?? []) {
        const name = key.slice(PREFIX.length);
        const madeAt = readScheduledTime(name);
        if (madeAt !== undefined) found.push({ name, madeAt, bytes: size });
      }
      continuationToken = page.isTruncated ? page.nextContinuationToken : undefined;
    } while (continuationToken !== undefined);
    return found.sort((left, right) => right.madeAt - left.madeAt);
  }

  async function write(file: string, name: string): Promise<void> {
    const key = PREFIX + name;
    if (await withTimeLimit(LIMIT_MS, bucket.exists(key))) {
      throw new BackupError(`The bucket of BACKUP_URL already has ${name}.`);
    }
    const source = Bun.file(file);
    const { size } = source;
    const hash = await hashOf(source.stream());
    const partSize = Math.max(MIN_PART_BYTES, Math.ceil(size / PARTS));
    try {
      await bucket.write(key, source, { partSize, queueSize: 2, retry: 3, type: 'application/vnd.sqlite3' });
      if ((await hashOf(open(name))) !== hash)
        throw new BackupError('The bucket of BACKUP_URL returned other bytes than were uploaded. They were deleted.');
    } catch (error) {
      await withTimeLimit(LIMIT_MS, bucket.delete(key)).catch(() => {});
      throw error;
    }
  }

  return {
    open,
    list: () => explain('list backups', listAll()),
    upload: (file, name) => explain('store a backup', write(file, name)),

    deleteOlder: (keep) =>
      explain(
        'delete older backups',
        (async () => {
          const older = (await listAll()).slice(keep);
          for (const { name } of older) await withTimeLimit(LIMIT_MS, bucket.delete(PREFIX + name));
          return older.map(({ name }) => name);
        })(),
      ),

    async download(name, to) {
      const draft = `${to}.part`;
      try {
        await explain('read a backup', Bun.write(draft, new Response(open(name))));
        await rename(draft, to);
      } finally {
        rmSync(draft, { force: true });
      }
    },
  };
}
