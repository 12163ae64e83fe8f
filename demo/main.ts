import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillStore, SAMPLE_ACCOUNT } from './fill.ts';

// Runs a server with a sample account, and deletes its data when it stops.
const { PORT = '3000', HOST = '127.0.0.1', PATH = '', HOME = '' } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'signpost-demo-'));
const environment = { DATA_DIR: folder, PORT, HOST };

console.log('Creating a sample shop with four months of visits. This takes a few seconds …');
await fillStore(environment);
const { email, password } = SAMPLE_ACCOUNT;
console.log(`Sign in with ${email} and the password “${password}”.`);
const server = Bun.spawn(['bin/signpost', 'serve'], {
  env: { PATH, HOME, LOG_LEVEL: 'warn', ...environment },
  stdout: 'inherit',
  stderr: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));
process.exitCode = await server.exited;
rmSync(folder, { recursive: true, force: true });
