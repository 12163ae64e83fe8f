import { freePort } from '../scripts/services.ts';
import { newFolder } from '../test/support/engines.ts';
import { signpost, startServer } from '../test/support/server-process.ts';

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
