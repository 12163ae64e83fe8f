import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/support/browser.ts';
import { type ServerProcess, startServer } from '../test/support/server-process.ts';

/** The public address that the screenshots show. */
export const ADDRESS = 'http://links.example.com';

/** A server, and a browser that resolves ADDRESS to it. */
export interface Demo {
  browser: Browser;
  server: ServerProcess;
  close(): Promise<void>;
}

/** Starts the server and the browser. */
export async function startDemo(environment: Record<string, string>): Promise<Demo> {
  const server = await startServer(environment);
  const { host } = new URL(server.url);
  const flags = [
    `--host-resolver-rules=MAP ${new URL(ADDRESS).host} ${host}`,
    `--unsafely-treat-insecure-origin-as-secure=${ADDRESS}`,
  ];
  // The headless shell ignores the second flag, and the film shows the clipboard.
  const browser = await launchBrowser(flags, 'chromium');
  async function close(): Promise<void> {
    await browser.close();
    await server.end();
  }
  return { browser, server, close };
}
