import { addAccount } from './add-account.ts';
import { newReadyEnvironment } from './engines.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** The latency of redirects while the server fetches from hostile servers. */
export interface HostileReport {
  /** The number of redirects in that time. */
  redirects: number;
  slowestMs: number;
  /** The number of links whose destinations were checked. */
  links: number;
}

/** Starts the hostile servers at the lowest priority: real ones do not share our CPU. */
async function startHostile(): Promise<{ ports: number[]; stop(): Promise<unknown> }> {
  const child = Bun.spawn(['nice', '-n', '19', process.execPath, 'test/support/hostile-servers.ts'], {
    stdout: 'pipe',
  });
  const { value } = await child.stdout.getReader().read();
  const ports = new TextDecoder().decode(value).trim().split(' ').map(Number);
  return {
    ports,
    stop() {
      child.kill();
      return child.exited;
    },
  };
}

async function addLink(server: ServerProcess, key: string, link: object): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const response = await server.fetch('/api/url/add', { method: 'POST', headers, body: JSON.stringify(link) });
  const { shorturl } = (await response.json()) as { shorturl: string };
  return new URL(shorturl).pathname;
}

async function visit(server: ServerProcess, path: string): Promise<number> {
  const startMs = performance.now();
  const { status } = await server.fetch(path, { redirect: 'manual' });
  if (status !== 302) throw new Error(`a redirect answered ${status}`);
  return performance.now() - startMs;
}

/** Lets a real server check framed destinations on four hostile servers for this long, and visits another link meanwhile. */
export async function measureHostileLoad(durationMs: number): Promise<HostileReport> {
  const environment = { ...(await newReadyEnvironment('sqlite')), RATE_LIMIT: '1000000', LOG_LEVEL: 'warn' };
  const apikey = await addAccount(environment);
  const program = [process.execPath, 'test/support/open-outbound-server.ts'];
  const [server, hostile] = await Promise.all([startServer(environment, { program }), startHostile()]);
  const report: HostileReport = { redirects: 0, slowestMs: 0, links: 0 };
  try {
    const path = await addLink(server, apikey, { url: 'https://example.com/' });
    for (let warm = 0; warm < 200; warm += 1) await visit(server, path);
    const endMs = performance.now() + durationMs;
    const isOver = () => performance.now() > endMs;

    async function attack(port: number): Promise<void> {
      while (!isOver()) {
        await addLink(server, apikey, { url: `http://hostile.example:${port}/`, type: 'frame' });
        report.links += 1;
        await Bun.sleep(50);
      }
    }

    async function measure(): Promise<void> {
      while (!isOver()) {
        report.slowestMs = Math.max(report.slowestMs, await visit(server, path));
        report.redirects += 1;
        await Bun.sleep(1);
      }
    }

    await Promise.all([...hostile.ports.map(attack), measure()]);
    return report;
  } finally {
    await Promise.all([server.end(), hostile.stop()]);
  }
}
