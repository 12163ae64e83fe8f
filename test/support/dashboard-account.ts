import type { Browser } from 'playwright-core';
import { type DashboardVisitor, signInOnScreen, visitDashboard } from './dashboard-visitor.ts';
import { newFolder } from './engines.ts';
import { type ServerProcess, signpost, startServer } from './server-process.ts';
import { PASSWORD } from './sign-in.ts';

/** A server with one account, whose owner looks at it by dashboard and by API. */
export interface DashboardAccount {
  server: ServerProcess;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape.
  ask(method: string, path: string, body?: object): Promise<any>;
  /** Opens a screen of the dashboard as the owner. */
  visit(browser: Browser, path: string): Promise<DashboardVisitor>;
  /** Where a visitor with these headers is sent by a link. */
  follow(alias: string, headers: Record<string, string>): Promise<string | null>;
}

export async function openDashboardAccount(settings: Record<string, string> = {}): Promise<DashboardAccount> {
  const email = 'ada@example.com';
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000', ...settings };
  const words = ['user', 'add', '--email', email, '--password', PASSWORD, '--json'];
  const { apikey } = JSON.parse((await signpost(words, environment)).stdout);
  const headers = { Authorization: `Bearer ${apikey}` };
  const server = await startServer(environment);
  return {
    server,
    async ask(method, path, body) {
      return (await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
    },
    async visit(browser, path) {
      const visitor = await visitDashboard(browser, server.url, path);
      await signInOnScreen(visitor.page, email);
      return visitor;
    },
    async follow(alias, told) {
      const answer = await server.fetch(`/${alias}`, { redirect: 'manual', headers: told });
      return answer.headers.get('Location');
    },
  };
}
