import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { addAccount } from './add-account.ts';
import { openBrowser } from './browser.ts';
import { type DashboardVisitor, visitDashboard } from './dashboard-visitor.ts';
import { newFolder } from './engines.ts';
import type { VisitOptions } from './page-pool.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { PASSWORD } from './sign-in.ts';

/** A server with one user, and the browser of this process. */
export interface DashboardFixture {
  browser: Browser;
  server: ServerProcess;
  /** Sends a request to the API with the user's key. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
  callApi(method: string, path: string, body?: object): Promise<any>;
  /** Opens the dashboard with the session of the administrator or of another account. */
  visit(path: string, options?: VisitOptions, account?: Account): Promise<DashboardVisitor>;
  /** The address that a link redirects a visitor with these headers to. */
  followLink(alias: string, headers: Record<string, string>): Promise<string | null>;
  close(): Promise<unknown>;
}

/** The e-mail address of the user, an administrator. */
export const EMAIL = 'ada@example.com';

interface Account {
  email?: string;
  password?: string;
  /** Signs in again. Otherwise all visits of an account share one session. */
  hasOwnSession?: boolean;
}

/** Signs in without the sign-in screen, which has its own tests, and returns the cookie of the session. */
async function openSession(server: ServerProcess, email: string, password: string) {
  const { headers } = await server.fetch('/api/session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.url },
    body: JSON.stringify({ email, password }),
  });
  const [name = '', value = ''] = (headers.get('Set-Cookie') ?? '').split(';')[0]?.split('=') ?? [];
  const { hostname } = new URL(server.url);
  return {
    name,
    value,
    domain: hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  };
}

interface ReadyStore {
  folder: string;
  apikey: string;
}

async function makeTemplate(): Promise<ReadyStore> {
  const folder = newFolder();
  return { folder, apikey: await addAccount({ DATA_DIR: folder }, { email: EMAIL }) };
}

let template: Promise<ReadyStore> | undefined;

/** Adds the administrator to a store and returns their API key. A new store is a copy, because migrations and a password hash take longer. */
async function addAdministrator(environment: Record<string, string> & { DATA_DIR: string }): Promise<string> {
  const { DATA_DIR, BASE_URL } = environment;
  if (BASE_URL !== undefined || existsSync(join(DATA_DIR, 'signpost.db')))
    return addAccount(environment, { email: EMAIL });
  template ??= makeTemplate();
  const { folder, apikey } = await template;
  cpSync(folder, DATA_DIR, { recursive: true });
  return apikey;
}

/** Starts a server with these settings and the administrator, and opens the browser. */
export async function openDashboardFixture(settings: Record<string, string> = {}): Promise<DashboardFixture> {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000', ...settings };
  const apikey = await addAdministrator(environment);
  const authorization = { Authorization: `Bearer ${apikey}` };
  const [browser, server] = await Promise.all([openBrowser(), startServer(environment)]);
  const sessions = new Map<string, ReturnType<typeof openSession>>();
  return {
    browser,
    server,
    async callApi(method, path, body) {
      const answer = await server.fetch(path, {
        method,
        headers: authorization,
        ...(body && { body: JSON.stringify(body) }),
      });
      return answer.json();
    },
    async visit(path, options, { email = EMAIL, password = PASSWORD, hasOwnSession = false } = {}) {
      const session = (!hasOwnSession && sessions.get(email)) || openSession(server, email, password);
      if (!hasOwnSession) sessions.set(email, session);
      return visitDashboard(browser, server.url, path, {
        ...options,
        storageState: { cookies: [await session], origins: [] },
      });
    },
    async followLink(alias, headers) {
      const answer = await server.fetch(`/${alias}`, { redirect: 'manual', headers });
      return answer.headers.get('Location');
    },
    async close() {
      // A test that failed has not left its pages.
      const pages = browser.contexts().flatMap((context) => context.pages());
      const forgotten = pages.filter((page) => page.url().startsWith(server.url));
      await Promise.all([...forgotten.map((page) => page.context().close()), server.end()]);
    },
  };
}
