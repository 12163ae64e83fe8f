import type { Browser, BrowserContextOptions } from 'playwright-core';
import { addAccount } from './add-account.ts';
import { openBrowser } from './browser.ts';
import { type DashboardVisitor, visitDashboard } from './dashboard-visitor.ts';
import { newFolder } from './engines.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { PASSWORD } from './sign-in.ts';

/** A server with one user, and a browser. */
export interface DashboardFixture {
  browser: Browser;
  server: ServerProcess;
  /** Sends a request to the API with the user's key. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
  callApi(method: string, path: string, body?: object): Promise<any>;
  /** Opens the dashboard with a new session of the administrator or of another account. */
  visit(path: string, options?: BrowserContextOptions, account?: Account): Promise<DashboardVisitor>;
  /** The address that a link redirects a visitor with these headers to. */
  followLink(alias: string, headers: Record<string, string>): Promise<string | null>;
  close(): Promise<unknown>;
}

/** The e-mail address of the user, an administrator. */
export const EMAIL = 'ada@example.com';

interface Account {
  email?: string;
  password?: string;
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

/** Starts a server with these settings, adds the administrator and opens a browser. */
export async function openDashboardFixture(settings: Record<string, string> = {}): Promise<DashboardFixture> {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000', ...settings };
  const apikey = await addAccount(environment, { email: EMAIL });
  const authorization = { Authorization: `Bearer ${apikey}` };
  const [browser, server] = await Promise.all([openBrowser(), startServer(environment)]);
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
    async visit(path, options, { email = EMAIL, password = PASSWORD } = {}) {
      const cookie = await openSession(server, email, password);
      return visitDashboard(browser, server.url, path, {
        ...options,
        storageState: { cookies: [cookie], origins: [] },
      });
    },
    async followLink(alias, headers) {
      const answer = await server.fetch(`/${alias}`, { redirect: 'manual', headers });
      return answer.headers.get('Location');
    },
    close: () => Promise.all([browser.close(), server.end()]),
  };
}
