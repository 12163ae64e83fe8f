import { newFolder } from '../test/support/engines.ts';
import { startServer } from '../test/support/server-process.ts';
import { newClickStore } from './click-store.ts';
import { aliasOf } from './link-store.ts';
import type { Measured } from './servers.ts';
import { createVisitRequests } from './visit-requests.ts';

const OWNERS = 5;

/** A server with links to visit. */
export interface VisitedLinks extends Measured {
  dataDir: string;
  /** The API key of the first owner. */
  key: string;
  /** Visits of the links in turn. */
  newRequests(count: number): string[];
  /** How many visits are in the journal and not counted yet, and for how many seconds. */
  readBacklog(): Promise<{ waiting: number; lagSeconds: number }>;
  /** Waits until no visit is left to count. */
  waitUntilCounted(): Promise<void>;
  /** The number of visits that the API reports, bots included. */
  readCounted(): Promise<number>;
}

// Each poll costs the server two milliseconds, so more of them would change what is measured.
const POLL_MS = 1_000;

/** Starts Signpost on SQLite with this many links, which belong to five owners. */
export async function startVisitedLinks(
  linkCount: number,
  { prefix = [], own = {} }: { prefix?: string[]; own?: Record<string, string> } = {},
): Promise<VisitedLinks> {
  const dataDir = newFolder();
  const linksEach = Math.ceil(linkCount / OWNERS);
  const { environment, owners } = await newClickStore({ DATA_DIR: dataDir, ...own }, OWNERS, linksEach);
  const server = await startServer(environment, { program: [...prefix, 'bin/signpost'] });
  const paths = Array.from({ length: linkCount }, (_, number) => `/${aliasOf(number)}`);

  async function readBacklog() {
    const text = await (await server.fetch('/metrics')).text();
    const read = (name: string) => Number(new RegExp(`^${name}(?:{.*})? (\\S+)$`, 'm').exec(text)?.[1]);
    return { waiting: read('signpost_clicks_waiting'), lagSeconds: read('signpost_clicks_lag_seconds') };
  }

  return {
    port: Number(new URL(server.url).port),
    pid: server.pid,
    dataDir,
    key: owners[0]?.key ?? '',
    newRequests: createVisitRequests(paths),
    readBacklog,
    async waitUntilCounted() {
      while ((await readBacklog()).waiting !== 0) await Bun.sleep(POLL_MS);
    },
    async readCounted() {
      let sum = 0;
      for (const { key } of owners) {
        const answer = await server.fetch('/api/stats?by=country', { headers: { Authorization: `Bearer ${key}` } });
        const { data } = (await answer.json()) as { data: { clicks: number; bots: number } };
        sum += data.clicks + data.bots;
      }
      return sum;
    },
    async stop() {
      await server.end();
    },
  };
}
