import { type Config, readConfig } from '../config/config.ts';
import type { Command } from './command.ts';

// Shorter than the limit of the Dockerfile, so that the reason is printed.
const LIMIT_MS = 4_000;

/** The URL of the server on this machine. With HTTPS on, its port for HTTP responds before there is a certificate. */
function ownUrl({ https, host, port, httpPort, httpsPort }: Config): string {
  const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const address = loopback[host] ?? host;
  const name = address.includes(':') ? `[${address}]` : address;
  if (https === 'off') return `http://${name}:${port}/healthz`;
  return httpPort === undefined ? `https://${name}:${httpsPort}/healthz` : `http://${name}:${httpPort}/healthz`;
}

async function ask(url: string): Promise<string | undefined> {
  // The certificate is for the public name, not for this address.
  const tls = { rejectUnauthorized: false };
  try {
    // biome-ignore lint/style/noRestrictedGlobals: lib/outbound refuses loopback addresses, and this one is our own.
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'manual', tls });
    return ok ? undefined : `it responded with status ${status}`;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Asks the server with the same configuration on this machine whether it responds. It does not ask for `/readyz`: a container
 * that is restarted while the database is unavailable would stop redirecting cached links.
 */
export const healthcheck: Command = {
  name: 'healthcheck',
  summary: 'Check whether the server on this machine responds, for containers',
  options: {},

  async run() {
    const url = ownUrl(readConfig());
    const problem = await ask(url);
    const text = problem === undefined ? `${url} responds.` : `${url} does not respond: ${problem}`;
    return { json: { ok: problem === undefined, url, problem }, text, exitCode: problem === undefined ? 0 : 1 };
  },
};
