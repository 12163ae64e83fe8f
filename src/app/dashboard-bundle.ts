import { statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Glob } from 'bun';
import { embeddedDashboard } from './dashboard-embedded.ts';

/** A file of the dashboard; its bytes in base64, uncompressed and compressed. */
export interface DashboardFile {
  path: string;
  type: string;
  plain: string;
  gzip: string;
  br: string;
}

/** The dashboard as it is served. */
export interface DashboardBundle {
  page: string;
  files: DashboardFile[];
}

/** Where the dashboard comes from. */
export interface DashboardSource {
  /** Changes with the dashboard; calling it is cheap. */
  version(): string;
  load(): Promise<DashboardBundle>;
}

const HOME = join(import.meta.dir, '../..');

// The dashboard shares code with the server only from these folders of `src`. Several patterns, because Bun's Glob matches nothing
// if there is a slash within braces.
const SOURCES = [
  '{web,locales}/**/*.{ts,tsx,css,html,json}',
  'src/{lib,agent,geo,redirect,resources,texts}/**/*.ts',
  'package-lock.json',
  'scripts/bundle-web.ts',
];

/** The newest modification time and the number of source files: an edit is visible after the next reload. */
function checkoutVersion(): string {
  let newest = 0;
  let count = 0;
  for (const path of SOURCES.flatMap((pattern) => [...new Glob(pattern).scanSync(HOME)])) {
    newest = Math.max(newest, statSync(join(HOME, path)).mtimeMs);
    count += 1;
  }
  return `${newest} ${count}`;
}

/** Bundles in a separate process, whose memory is freed when it ends. */
async function bundleCheckout(): Promise<DashboardBundle> {
  const words = [process.execPath, '--no-env-file', '--config=/dev/null', join(HOME, 'scripts/bundle-web.ts')];
  const child = Bun.spawn(words, { cwd: HOME, stdout: 'pipe', stderr: 'pipe' });
  const [text, problem, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (exitCode !== 0) throw new Error(`the dashboard could not be bundled: ${problem}`);
  return JSON.parse(text);
}

// The last bundle of this checkout, so that the first request after the next start need not wait for it.
const SAVED_BUNDLE = join(HOME, '.cache/dashboard.json');

interface SavedBundle {
  version: string;
  bundle: DashboardBundle;
}

/** Reads the saved bundle if it has this version. */
async function readSaved(version: string): Promise<DashboardBundle | undefined> {
  // A file that is missing or was cut off is replaced.
  const saved: SavedBundle | undefined = await Bun.file(SAVED_BUNDLE)
    .json()
    .catch(() => undefined);
  return saved?.version === version ? saved.bundle : undefined;
}

async function save(saved: SavedBundle): Promise<void> {
  const draft = `${SAVED_BUNDLE}.${process.pid}`;
  try {
    await Bun.write(draft, JSON.stringify(saved));
    await rename(draft, SAVED_BUNDLE);
  } catch {
    // A checkout that this user cannot write to works without a saved bundle.
  }
}

async function loadCheckout(): Promise<DashboardBundle> {
  const version = `${Bun.version} ${checkoutVersion()}`;
  const saved = await readSaved(version);
  if (saved) return saved;
  const bundle = await bundleCheckout();
  await save({ version, bundle });
  return bundle;
}

// Scanning the folder takes one to two milliseconds, too long to do for each concurrent request.
const LOOK_EVERY_MS = 500;

function createVersion(): () => string {
  let seen = { version: '', atMs: -LOOK_EVERY_MS };
  return () => {
    const nowMs = performance.now();
    if (nowMs - seen.atMs >= LOOK_EVERY_MS) seen = { version: checkoutVersion(), atMs: nowMs };
    return seen.version;
  };
}

/** The executable contains the dashboard; a checkout bundles it with the first request. */
export function openDashboardSource(): DashboardSource {
  if (embeddedDashboard === undefined) return { version: createVersion(), load: loadCheckout };
  const text = embeddedDashboard;
  return { version: () => 'embedded', load: async () => JSON.parse(text) };
}
