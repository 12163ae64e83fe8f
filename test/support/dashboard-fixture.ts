import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { type DashboardVisitor, signInOnScreen, visitDashboard } from './dashboard-visitor.ts';
import { newFolder } from './engines.ts';
import { type ServerProcess, signpost, startServer } from './server-process.ts';
import { PASSWORD } from './sign-in.ts';

/** A server with one user, and a browser. */
export interface DashboardFixture {
  browser: Browser;
  server: ServerProcess;
  /** Sends a request to the API with the user's key. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
  callApi(method: string, path: string, body?: object): Promise<any>;
  /** Opens the dashboard and signs in, as the administrator or as another account. */
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

/** Starts a server with these settings, adds the administrator and opens a browser. */
export async function openDashboardFixture(settings: Record<string, string> = {}): Promise<DashboardFixture> {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000', ...settings };
  const command = ['user', 'add', '--email', EMAIL, '--password', PASSWORD, '--json'];
  const { apikey } = JSON.parse((await signpost(command, environment)).stdout);
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
      const visitor = await visitDashboard(browser, server.url, path, options);
      await signInOnScreen(visitor.page, email, password);
      return visitor;
    },
    async followLink(alias, headers) {
      const answer = await server.fetch(`/${alias}`, { redirect: 'manual', headers });
      return answer.headers.get('Location');
    },
    close: () => Promise.all([browser.close(), server.end()]),
  };
}
