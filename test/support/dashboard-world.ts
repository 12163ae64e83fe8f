import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { type DashboardVisitor, signInOnScreen, visitDashboard } from './dashboard-visitor.ts';
import { newFolder } from './engines.ts';
import { type ServerProcess, signpost, startServer } from './server-process.ts';
import { PASSWORD } from './sign-in.ts';

/** A server with one user, and a browser to look at it. */
export interface DashboardWorld {
  browser: Browser;
  server: ServerProcess;
  /** Asks the API by the user's key. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape.
  ask(method: string, path: string, body?: object): Promise<any>;
  /** Opens the dashboard and signs the user in, or somebody else. */
  visit(path: string, options?: BrowserContextOptions, who?: Who): Promise<DashboardVisitor>;
  /** Where a visitor with these headers is sent by a link. */
  follow(alias: string, headers: Record<string, string>): Promise<string | null>;
  close(): Promise<unknown>;
}

/** The user, who is the administrator. */
export const EMAIL = 'ada@example.com';

interface Who {
  email?: string;
  password?: string;
}

export async function openDashboardWorld(settings: Record<string, string> = {}): Promise<DashboardWorld> {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000', ...settings };
  const words = ['user', 'add', '--email', EMAIL, '--password', PASSWORD, '--json'];
  const { apikey } = JSON.parse((await signpost(words, environment)).stdout);
  const headers = { Authorization: `Bearer ${apikey}` };
  const [browser, server] = await Promise.all([openBrowser(), startServer(environment)]);
  return {
    browser,
    server,
    async ask(method, path, body) {
      const answer = await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return answer.json();
    },
    async visit(path, options, { email = EMAIL, password = PASSWORD } = {}) {
      const visitor = await visitDashboard(browser, server.url, path, options);
      await signInOnScreen(visitor.page, email, password);
      return visitor;
    },
    async follow(alias, told) {
      const answer = await server.fetch(`/${alias}`, { redirect: 'manual', headers: told });
      return answer.headers.get('Location');
    },
    close: () => Promise.all([browser.close(), server.end()]),
  };
}
