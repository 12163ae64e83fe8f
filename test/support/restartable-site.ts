import { Database as SqliteFile } from 'bun:sqlite';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/services.ts';
import { type Audit, auditClicks, type CountedLink } from './click-audit.ts';
import { ClickLoad } from './click-load.ts';
import { countListeners } from './listeners.ts';
import { type ServerProcess, startServer, workersOf } from './server-process.ts';
import { waitUntil } from './wait.ts';

/** A visited link. */
export interface VisitedLink {
  id: number;
  path: string;
}

const FEW_LINKS = 3;

// A test needs the secret to compute the hashes of visitors in the list of clicks.
const SECRET = 'a secret of the tests alone';

/** Creates the administrator with the token that the server prints and returns the key. */
async function register({ output, fetch }: ServerProcess): Promise<string> {
  const token = await waitUntil('the setup token is printed', () => /setup\?token=(\S+)/.exec(output.stderr)?.[1]);
  const body = JSON.stringify({ email: 'a@example.com', username: 'someone', password: 'correct horse 9', token });
  const answer = await fetch('/api/account/register', { method: 'POST', body });
  const { apikey, message } = (await answer.json()) as { apikey?: string; message?: string };
  if (apikey === undefined) throw new Error(message);
  return apikey;
}

async function addLinks(
  { fetch }: ServerProcess,
  headers: Record<string, string>,
  name: string,
  count: number,
): Promise<VisitedLink[]> {
  const links: VisitedLink[] = [];
  for (let number = 1; number <= count; number += 1) {
    const custom = `${name}-${number}`;
    const body = JSON.stringify({ url: 'https://example.com/', custom });
    const answer = await fetch('/api/url/add', { method: 'POST', headers, body });
    const { id } = (await answer.json()) as { id: number };
    links.push({ id, path: `/${custom}` });
  }
  return links;
}

/** A server with one store and one port that a test can kill and restart, and a client that visits its links. */
export class RestartableSite {
  readonly environment: Record<string, string>;
  readonly load: ClickLoad;
  readonly links: VisitedLink[];
  readonly headers: Record<string, string>;
  server: ServerProcess;
  kills = 0;

  private constructor(
    environment: Record<string, string>,
    server: ServerProcess,
    headers: Record<string, string>,
    links: VisitedLink[],
  ) {
    this.environment = environment;
    this.server = server;
    this.headers = headers;
    this.links = links;
    this.load = new ClickLoad(
      server.url,
      links.map(({ path }) => path),
    );
  }

  /** Starts a server with an account and some links on this store. Stops it after the work, also if that fails. */
  static async use<T>(
    store: Record<string, string>,
    work: (site: RestartableSite) => Promise<T>,
    linkCount = FEW_LINKS,
  ): Promise<T> {
    const site = await RestartableSite.#open(store, linkCount);
    try {
      return await work(site);
    } finally {
      await site.server.end('SIGKILL');
    }
  }

  /** Starts a second server for the same store, with links of its own. */
  async openNode(dataDir: string, linkCount: number): Promise<RestartableSite> {
    const environment = { ...this.environment, DATA_DIR: dataDir, PORT: String(await freePort()) };
    const server = await startServer(environment);
    const links = await addLinks(server, this.headers, 'node', linkCount);
    const site = new RestartableSite(environment, server, this.headers, links);
    await site.#warm();
    return site;
  }

  static async #open(store: Record<string, string>, linkCount: number): Promise<RestartableSite> {
    const environment = { RATE_LIMIT: '1000000', SECRET, PORT: String(await freePort()), ...store };
    const server = await startServer(environment);
    const headers = { Authorization: `Bearer ${await register(server)}` };
    const links = await addLinks(server, headers, 'link', linkCount);
    const site = new RestartableSite(environment, server, headers, links);
    await site.#warm();
    return site;
  }

  get dataDir(): string {
    return this.environment.DATA_DIR ?? '';
  }

  get databaseUrl(): string | undefined {
    return this.environment.DATABASE_URL;
  }

  /** The number of processes that serve, each with a journal of its own. */
  get servingCount(): number {
    return Number(this.environment.WORKERS ?? 1);
  }

  /** The worker processes. A server without workers is not searched for them, because that would delay the kill. */
  get #workers(): number[] {
    return this.servingCount === 1 ? [] : workersOf(this.server);
  }

  /** Kills the server with SIGKILL, and its workers with it: left alone, they would finish their work before they end. */
  async kill(): Promise<void> {
    this.kills += 1;
    for (const pid of this.#workers) process.kill(pid, 'SIGKILL');
    await this.server.end('SIGKILL');
    await this.#waitUntilRefused();
  }

  /** Kills one worker with SIGKILL and waits until another one has replaced it. */
  async killWorker(): Promise<void> {
    // If a worker ends before all of them have started, the server ends too.
    await waitUntil('all workers listen', () => this.server.output.stdout.includes('"message":"listening"'));
    this.kills += 1;
    const [first = 0] = this.#workers;
    process.kill(first, 'SIGKILL');
    const isReplaced = (pids: number[]) => pids.length === this.servingCount && !pids.includes(first);
    await waitUntil('the killed worker is replaced', () => isReplaced(this.#workers), { everyMs: 50 });
  }

  /** Waits until the workers of a killed server have ended: otherwise one of them would answer for the next server. */
  async #waitUntilRefused(): Promise<void> {
    // A connection that is reset by one worker does not mean that the other has ended too.
    const isOpen = () =>
      this.server.fetch('/healthz').then(
        () => true,
        ({ code }) => code !== 'ECONNREFUSED' && code !== 'ConnectionRefused',
      );
    await waitUntil('every worker of the killed server has ended', async () => !(await isOpen()));
  }

  /** Kills the server after a delay, from another process, so that the moment does not depend on the client. */
  async killAfter(ms: number): Promise<void> {
    const pids = [this.server.pid, ...this.#workers].join(' ');
    await Bun.spawn(['sh', '-c', `sleep ${ms / 1000}; kill -9 ${pids}`]).exited;
    await this.kill();
  }

  /** Starts the stopped server and kills it after this delay. */
  async killStarting(ms: number): Promise<void> {
    this.kills += 1;
    let timer: Timer | undefined;
    const onSpawn = (pid: number) => {
      timer = setTimeout(() => process.kill(pid, 'SIGKILL'), ms);
    };
    await startServer(this.environment, { onSpawn }).then(
      (server) => server.end('SIGKILL'),
      () => {},
    );
    // The server may have started before the delay was over.
    clearTimeout(timer);
  }

  /** Starts the stopped server again on the same port and data directory. */
  async restart(): Promise<void> {
    this.server = await startServer(this.environment);
    await this.#warm();
  }

  /** A value from `/metrics`, by its exact name; the sum of all workers. */
  async metric(name: string): Promise<number> {
    const text = await (await this.server.fetch('/metrics')).text();
    const lines = text.split('\n').filter((row) => row.startsWith(`${name} `) || row.startsWith(`${name}{`));
    if (lines.length === 0) throw new Error(`there is no metric ${name}`);
    return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
  }

  /** The journal directories, newest first. A directory that is still being created has a leading dot. */
  journals(): string[] {
    const root = join(this.dataDir, 'clicks');
    const names = readdirSync(root).filter((name) => !name.startsWith('.'));
    const folders = names.map((name) => join(root, name));
    const madeAt = new Map(folders.map((folder) => [folder, statSync(folder, { throwIfNoEntry: false })?.birthtimeMs]));
    return folders.sort((left, right) => (madeAt.get(right) ?? 0) - (madeAt.get(left) ?? 0));
  }

  /** Requests statistics until every recorded click is counted; returns how long that took. */
  async waitUntilCounted(limitMs?: number): Promise<number> {
    const startMs = performance.now();
    const isCounted = async () => {
      // A worker that does not serve yet has no journal either, so one that was left behind would be taken for its own.
      const areAllServing = countListeners(Number(new URL(this.server.url).port)) >= this.servingCount;
      const hasOwnJournals = areAllServing && this.journals().length <= this.servingCount;
      if (hasOwnJournals && (await this.metric('signpost_clicks_waiting')) === 0) return true;
      await this.server.fetch('/api/stats', { headers: this.headers });
      return false;
    };
    const details = () => this.server.output.stdout.slice(-2_000);
    await waitUntil('every click is counted', isCounted, { details, ...(limitMs !== undefined && { limitMs }) });
    return performance.now() - startMs;
  }

  /** Compares the server's counts with the client's list; `others` are other nodes with clicks for the same account. */
  async audit(others: RestartableSite[] = []): Promise<Audit> {
    const counted: CountedLink[] = [];
    for (const { id } of this.links) counted.push(await this.#readCounted(id));
    let userSum = (await this.#get<{ data: { clicks: number } }>('/api/stats')).data.clicks;
    for (const { id } of others.flatMap(({ links }) => links)) {
      userSum -= (await this.#get<{ data: { clicks: number } }>(`/api/url/${id}`)).data.clicks;
    }
    return auditClicks(this.load, counted, userSum, SECRET);
  }

  /** Requests statistics continuously until it is stopped; a request may fail, because the server is killed. */
  readStatistics(): () => Promise<void> {
    let isStopped = false;
    const reading = (async () => {
      while (!isStopped) {
        const { id } = this.links[Math.floor(Math.random() * this.links.length)] as VisitedLink;
        for (const path of ['/api/stats', `/api/url/${id}`]) {
          await this.server.fetch(path, { headers: this.headers }).then(
            (answer) => answer.text(),
            () => Bun.sleep(20),
          );
        }
      }
    })();
    return () => {
      isStopped = true;
      return reading;
    };
  }

  /** The result of SQLite's integrity check; `ok` if it finds no error, and always for PostgreSQL. */
  checkIntegrity(): string {
    if (this.databaseUrl !== undefined) return 'ok';
    const file = new SqliteFile(join(this.dataDir, 'signpost.db'));
    const { integrity_check: verdict } = file.query('pragma integrity_check').get() as { integrity_check: string };
    file.close();
    return verdict;
  }

  /** Loads the links into the server's cache by opening their previews, which do not count as clicks. */
  async #warm(): Promise<void> {
    for (const { path } of this.links) await this.server.fetch(`${path}+`);
  }

  async #readCounted(id: number): Promise<CountedLink> {
    const visitors: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      type Page = { data: { clicks: { visitor: string }[]; next: string | null } };
      const page: Page = await this.#get(`/api/url/${id}/clicks?limit=1000${next && `&cursor=${next}`}`);
      for (const { visitor } of page.data.clicks) visitors.push(visitor);
      next = page.data.next;
    }
    const total = await this.#get<{ data: { clicks: number } }>(`/api/url/${id}`);
    const days = await this.#get<{ data: { clicks: number } }>(`/api/url/${id}/stats`);
    const today = new Date().toISOString().slice(0, 10);
    const hours = await this.#get<{ data: { clicks: number } }>(`/api/url/${id}/stats?interval=hour&to=${today}`);
    return { visitors, sums: [total, days, hours].map(({ data }) => data.clicks) };
  }

  async #get<Body>(path: string): Promise<Body> {
    const answer = await this.server.fetch(path, { headers: this.headers });
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Body;
  }
}
