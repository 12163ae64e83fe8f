import type { Bench } from './measure.ts';
import { type BenchOptions, UsageError } from './options.ts';
import { loadPeer } from './peer-client.ts';
import { treeCpuMs } from './process-tree.ts';
import { createVisitRequests } from './visit-requests.ts';

const SECONDS = 10;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 8;
const REQUESTS_READY = 20_000;

/** The server of all the URLs, and their paths. */
function parseUrls(urls: string[]): { host: string; hostname: string; port: number; paths: string[] } {
  const [first, ...others] = urls.map((url) => new URL(url));
  if (!first)
    throw new UsageError('Name what to visit: --url http://127.0.0.1:8080/alias, or --urls FILE with one URL a line');
  if (first.protocol !== 'http:') throw new UsageError('Only http:// is measured; leave out the TLS proxy');
  if (others.some(({ host }) => host !== first.host)) throw new UsageError('All URLs must have the same host and port');
  const paths = [first, ...others].map(({ pathname, search }) => pathname + search);
  return { host: first.host, hostname: first.hostname, port: Number(first.port || 80), paths };
}

/** Runs a shell command that prints how many clicks the server has recorded. */
function readClicks(command: string): number {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['sh', '-c', command]);
  const clicks = Number(stdout.toString().trim() || Number.NaN);
  if (exitCode !== 0 || Number.isNaN(clicks)) throw new UsageError(`--clicks must print a number: ${stdout}${stderr}`);
  return clicks;
}

const POLL_MS = 1_000;
const STILL_POLLS = 5;

/** Waits until the server has recorded as many clicks as expected, or has recorded no more for five seconds. */
async function waitForClicks(command: string, expected: number): Promise<number> {
  let clicks = readClicks(command);
  for (let still = 0; clicks < expected && still < STILL_POLLS; ) {
    await Bun.sleep(POLL_MS);
    const now = readClicks(command);
    still = now === clicks ? still + 1 : 0;
    clicks = now;
  }
  return clicks;
}

/** Visits the links of any server on this machine: the rate, the CPU time of its processes, and the clicks that it records. */
export async function benchPeers(options: BenchOptions): Promise<Bench[]> {
  const { urls, pids, clicksCommand, seconds = SECONDS } = options;
  const { host, hostname, port, paths } = parseUrls(urls);
  const requests = createVisitRequests(paths, host)(REQUESTS_READY).map((request) => Buffer.from(request));
  const load = { hostname, port, requests, connections: CONNECTIONS };
  const warmUp = await loadPeer({ ...load, seconds: WARM_UP_SECONDS });
  const clicksBefore = clicksCommand ? await waitForClicks(clicksCommand, Number.POSITIVE_INFINITY) : 0;
  const beforeMs = treeCpuMs(pids);
  const { answered, seconds: took } = await loadPeer({ ...load, seconds });
  const recorded = clicksCommand && (await waitForClicks(clicksCommand, clicksBefore + answered)) - clicksBefore;
  const cpuUs = ((treeCpuMs(pids) - beforeMs) * 1000) / answered;
  const title = `${host}: ${answered} requests after ${warmUp.answered} to warm up; different URLs: ${paths.length}`;
  const benches: Bench[] = [{ title, unit: '1/s', values: { 'requests a second': answered / took }, claims: [] }];
  if (pids.length > 0) {
    benches.push({
      title: 'CPU per request, until the last click is recorded',
      unit: 'µs',
      values: { 'all processes': cpuUs },
      claims: [],
    });
  }
  if (recorded !== undefined) {
    const values = { recorded: Number(recorded), answered };
    benches.push({ title: 'clicks', unit: '', values, claims: [] });
  }
  return benches;
}
