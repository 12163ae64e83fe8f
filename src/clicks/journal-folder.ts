import { Database } from 'bun:sqlite';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '../lib/token.ts';

/** The folder of one journal, held by this process until it is released. */
export interface JournalFolder {
  /** Names the journal in the store. */
  id: string;
  path: string;
  /** The store whose ids it holds. */
  storeId: string;
  /** Releases the folder; another process may then finish it. */
  release(): void;
  /** Deletes the folder with everything in it. */
  remove(): Promise<void>;
}

const LOCK = 'lock';
const STORE = 'store';

/**
 * Takes the lock of a folder; undefined where a process that lives holds it, or has just removed it. It is SQLite's own lock on a
 * file: the kernel drops it when its holder dies, which a file with a number in it would not be.
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

function held(root: string, id: string, file: Database): JournalFolder {
  const path = join(root, id);
  const release = () => file.close();
  return {
    id,
    path,
    storeId: readStoreId(path),
    release,
    async remove() {
      // Without its name first: half of it would look like the journal of somebody else.
      const nameless = join(root, `.${id}`);
      await rename(path, nameless);
      await rm(nameless, { recursive: true, force: true });
      release();
    },
  };
}

/** Makes the folder of a new journal below `root`. */
export function newJournalFolder(root: string, storeId: string): JournalFolder {
  const id = randomToken(12);
  // The folder is renamed once it is locked: before that, a process that looks for abandoned journals would take it.
  const draft = join(root, `.${id}`);
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const file = lock(draft);
  if (!file) throw new Error(`the new journal ${id} cannot be locked`);
  writeFileSync(join(draft, STORE), storeId, { mode: 0o600, flush: true });
  renameSync(draft, join(root, id));
  return held(root, id, file);
}

// Renaming or deleting a folder takes a moment; an older temporary one is abandoned.
const NAMELESS_MS = 600_000;

async function removeNameless(root: string, name: string): Promise<void> {
  const path = join(root, name);
  const { mtimeMs } = await stat(path);
  if (Date.now() - mtimeMs > NAMELESS_MS) await rm(path, { recursive: true, force: true });
}

/** Takes over what processes that have ended left behind. */
export async function takeAbandoned(root: string): Promise<JournalFolder[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const folders: JournalFolder[] = [];
  for (const name of names) {
    if (name.startsWith('.')) {
      await removeNameless(root, name).catch(() => {});
      continue;
    }
    const file = lock(join(root, name));
    if (file) folders.push(held(root, name, file));
  }
  return folders;
}
