import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../scripts/services.ts';
import { newFolder } from '../test/support/engines.ts';
import { signpost, startServer } from '../test/support/server-process.ts';
import { TEST_CERTIFICATE, TEST_PRIVATE_KEY } from '../test/support/test-certificate.ts';
import type { Server } from './measure.ts';

/** A server to measure. */
export interface Measured {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Signpost on an empty store, with one account. */
export async function startSignpost(own: Record<string, string> = {}): Promise<Measured & { key: string }> {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '1000000', LOG_LEVEL: 'warn', ...own };
  const words = ['user', 'add', '--email', 'bench@example.com', '--password', 'correct horse 9', '--json'];
  const { stdout } = await signpost(words, environment);
  const server = await startServer(environment);
  return {
    port: Number(new URL(server.url).port),
    pid: server.pid,
    key: JSON.parse(stdout).apikey,
    async stop() {
      await server.end();
    },
  };
}

/** Signpost with a certificate of its own, and its port for HTTPS. */
export async function startSignpostTls(): Promise<Measured & { key: string; tls: Server }> {
  const folder = newFolder();
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(TLS_CERT, TEST_CERTIFICATE);
  writeFileSync(TLS_KEY, TEST_PRIVATE_KEY);
  const [httpPort, httpsPort] = [String(await freePort()), String(await freePort())];
  const ports = { PORT: httpPort, HTTP_PORT: httpPort, HTTPS_PORT: httpsPort };
  const server = await startSignpost({ HTTPS: 'files', BASE_URL: 'https://good.example', TLS_CERT, TLS_KEY, ...ports });
  return { ...server, tls: { pid: server.pid, port: Number(httpsPort), tlsName: 'good.example' } };
}

/** Starts one of the minimal servers in `bench/baselines`; `prefix` is put before its command. */
export async function startBaseline(
  file: string,
  runtime = process.execPath,
  prefix: string[] = [],
): Promise<Measured> {
  const port = await freePort();
  const child = Bun.spawn([...prefix, runtime, `bench/baselines/${file}`, String(port)], { stdout: 'pipe' });
  // Its first line of output means that it listens.
  await child.stdout.getReader().read();
  return {
    port,
    pid: child.pid,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
