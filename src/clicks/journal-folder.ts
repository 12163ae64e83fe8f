import { Database } from 'bun:sqlite';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '../lib/token.ts';

/** The folder of one journal, locked by this process until it is released. */
export interface JournalFolder {
  /** Identifies the journal in the store. */
  id: string;
  path: string;
  /** The store that the ids in its records belong to. */
  storeId: string;
  /** Releases the lock; another process may then count the rest. */
  release(): void;
  /** Deletes the folder and its content. */
  remove(): Promise<void>;
}

const LOCK = 'lock';
const STORE = 'store';

/**
 * Locks a folder; undefined if a running process has locked it or just removed it. This is SQLite's lock on a file: unlike a file
 * with a process id, the kernel releases it when its owner dies.
 */
function lock(path: string): Database | undefined {
  let file: Database | undefined;
  try {
    file = new Database(join(path, LOCK), { create: true });
    file.run('pragma busy_timeout = 0');
    file.run('pragma journal_mode = memory');
    file.run('begin exclusive');
    return file;
  } catch {
    file?.close();
    return undefined;
  }
}

function readStoreId(path: string): string {
  try {
    return readFileSync(join(path, STORE), 'utf8');
  } catch {
    return '';
  }
}

function toFolder(root: string, id: string, file: Database): JournalFolder {
  const path = join(root, id);
  const release = () => file.close();
  return {
    id,
    path,
    storeId: readStoreId(path),
    release,
    async remove() {
      // Rename it first: a half-deleted folder would look like an abandoned journal.
      const temporary = join(root, `.${id}`);
      await rename(path, temporary);
      await rm(temporary, { recursive: true, force: true });
      release();
    },
  };
}

/** Creates and locks the folder of a new journal in `root`. */
export function newJournalFolder(root: string, storeId: string): JournalFolder {
  const id = randomToken(12);
  // The folder gets its name once it is locked; before that, another process would adopt it as abandoned.
  const draft = join(root, `.${id}`);
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const file = lock(draft);
  if (!file) throw new Error(`the new journal ${id} cannot be locked`);
  writeFileSync(join(draft, STORE), storeId, { mode: 0o600, flush: true });
  renameSync(draft, join(root, id));
  return toFolder(root, id, file);
}

// Creating or deleting a folder takes only a moment; an older temporary folder is abandoned.
const TEMPORARY_MS = 600_000;

async function removeTemporary(root: string, name: string): Promise<void> {
  const path = join(root, name);
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > TEMPORARY_MS) await rm(path, { recursive: true, force: true });
}

/** Locks the journals of processes that have ended, and deletes their temporary folders. */
export async function takeAbandoned(root: string): Promise<JournalFolder[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const folders: JournalFolder[] = [];
  for (const name of names) {
    if (name.startsWith('.')) {
      await removeTemporary(root, name).catch(() => {});
      continue;
    }
    const file = lock(join(root, name));
    if (file) folders.push(toFolder(root, name, file));
  }
  return folders;
}
