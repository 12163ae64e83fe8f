import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { embeddedDashboard } from './dashboard-embedded.ts';

/** A file of the dashboard; its bytes in base64, as they are and compressed. */
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
  /** Changes when the dashboard does; asking costs next to nothing. */
  version(): string;
  load(): Promise<DashboardBundle>;
}

const HOME = join(import.meta.dir, '../..');

// What the dashboard shares with the server is in the rooms of pure functions.
const SOURCES = '{web,locales,src/{lib,agent,geo,redirect,texts}}/**/*.{ts,tsx,css,html,json}';

/** The youngest file that the dashboard is made of and how many there are: whoever edits one sees it at the next reload. */
function checkoutVersion(): string {
  let youngest = 0;
  let count = 0;
  for (const path of new Glob(SOURCES).scanSync(HOME)) {
    youngest = Math.max(youngest, statSync(join(HOME, path)).mtimeMs);
    count += 1;
  }
  return `${youngest} ${count}`;
}

/** Bundles in a process of its own, whose memory goes with it. */
async function bundleCheckout(): Promise<DashboardBundle> {
  const words = [process.execPath, '--no-env-file', '--config=/dev/null', join(HOME, 'scripts/bundle-web.ts')];
  const child = Bun.spawn(words, { cwd: HOME, stdout: 'pipe', stderr: 'pipe' });
  const [text, problem, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (exitCode !== 0) throw new Error(`the dashboard could not be bundled: ${problem}`);
  return JSON.parse(text);
}

// Looking through the folder takes a millisecond or two, which is too long to do for each of many who ask at once.
const LOOK_EVERY_MS = 500;

function createVersion(): () => string {
  let seen = { version: '', atMs: -LOOK_EVERY_MS };
  return () => {
    const nowMs = performance.now();
    if (nowMs - seen.atMs >= LOOK_EVERY_MS) seen = { version: checkoutVersion(), atMs: nowMs };
    return seen.version;
  };
}

/** The executable carries the dashboard along; a checkout bundles it when it is first asked for. */
export function openDashboardSource(): DashboardSource {
  if (embeddedDashboard === undefined) return { version: createVersion(), load: bundleCheckout };
  const text = embeddedDashboard;
  return { version: () => 'embedded', load: async () => JSON.parse(text) };
}
