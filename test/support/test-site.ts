import type { Runtime } from '../../src/app/runtime.ts';
import { createSite, type Site, type SiteOptions } from '../../src/app/site.ts';
import { openBus } from '../../src/bus/open.ts';
import type { Database, Engine } from '../../src/db/db.ts';
import { type OpenOptions, openDatabase, openStore } from '../../src/db/open.ts';
import { parseInput } from '../../src/http/read-input.ts';
import { createLog } from '../../src/lib/log.ts';
import { type Outbound, OutboundError } from '../../src/lib/outbound/outbound.ts';
import type { PasswordCost } from '../../src/lib/password.ts';
import { addUserInput } from '../../src/resources/account/account.contract.ts';
import { assertMessages } from './assert-messages.ts';
import { giveBackStore, newReadyConfig } from './engines.ts';
import { stretched } from './wait.ts';

/** Options of a request in a test. */
export interface Sent {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
  peer?: string;
}

/** A response whose body has been read. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
  json: any;
}

/** The whole program with a new store and without a socket. Its clock moves only when a test sets it. */
export interface TestSite {
  site: Site;
  database: Database;
  dataDir: string;
  clock: { now: number };
  logLines: string[];
  send(method: string, path: string, sent?: Sent): Promise<Received>;
  /** Creates an account and returns its key. */
  addUser(email?: string): Promise<{ id: number; key: string }>;
  close(): Promise<void>;
}

/** Bodies that are sent unchanged; all others are sent as JSON. */
function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> | FormData {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
}

/** Noon on an ordinary day. */
export const NOON = Date.UTC(2026, 10, 16, 12);

/** Fakes for external services, how long a request waits for the store, what a password costs, and whether every answer is checked. */
export type TestServices = Omit<Runtime, 'log' | 'now'> &
  Pick<OpenOptions, 'queryLimit'> &
  Pick<SiteOptions, 'passwordCost' | 'isStrict'>;

/** How long requests wait for the store: much longer than in production, where a busy store gets few requests at once. */
const STORE_LIMIT_MS = stretched(30_000);

/** An outbound client that rejects every request. */
const NO_NETWORK: Outbound = { get: () => Promise.reject(new OutboundError('a test without a network')) };

const PASSWORD = 'correct horse 9';

/** A hash at the real cost takes 50 ms of CPU, and most tests are not about it. */
const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1 };

let userCount = 0;

/** Opens the program with a new store on this engine, and with fakes for external services. */
export async function openTestSite(
  engine: Engine,
  environment: Record<string, string> = {},
  { queryLimit = STORE_LIMIT_MS, passwordCost = CHEAP, isStrict = true, ...outside }: TestServices = {},
): Promise<TestSite> {
  const config = await newReadyConfig(engine, environment);
  const clock = { now: NOON };
  const logLines: string[] = [];
  const log = createLog('debug', (line) => logLines.push(line));
  const now = () => clock.now;
  // A store that the environment names may still need its migrations.
  const isReady = environment.DATABASE_URL === undefined && environment.DATA_DIR === undefined;
  const database = isReady
    ? await openDatabase(config, queryLimit)
    : (await openStore(config, now(), { queryLimit })).database;
  const options = { isStrict, isOnOneThread: true, passwordCost };
  const runtime: Runtime = {
    outbound: NO_NETWORK,
    findAddresses: async () => [],
    findTexts: async () => [],
    loadLimitMs: STORE_LIMIT_MS,
    ...outside,
    log,
    now,
  };
  const site = await createSite({ database, bus: openBus(config, log, now), config, runtime, options });

  async function send(method: string, path: string, { key, body, headers = {}, peer = '203.0.113.9' }: Sent = {}) {
    // Like Bun, build the URL from the Host header.
    const { Host = 'localhost:3000' } = headers;
    const request = new Request(`http://${Host}${path}`, {
      method,
      headers: { Host, ...(key && { Authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const response = await site.handle(request, { requestIP: () => ({ address: peer }) });
    const text = await response.text();
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json') && text !== '';
    const json = isJson ? JSON.parse(text) : undefined;
    // The APIs of other products have their own sentences.
    if (json && path.startsWith('/api/') && !path.startsWith('/api/v2/')) assertMessages(json);
    return { status: response.status, headers: response.headers, text, json };
  }

  return {
    site,
    database,
    dataDir: config.dataDir,
    clock,
    logLines,
    send,
    async addUser(email = `user${++userCount}@example.com`) {
      const user = parseInput(addUserInput, { email, password: PASSWORD, isAdmin: false });
      const { id, apikey } = await site.services.accounts.add(user);
      return { id, key: apikey };
    },
    async close() {
      await site.close();
      await giveBackStore(config);
    },
  };
}
