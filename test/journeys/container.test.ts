import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../scripts/packages.ts';
import { freePort } from '../../scripts/services.ts';
import { readConfig } from '../../src/config/config.ts';
import { settings } from '../../src/config/settings.ts';
import { ONLY_CITY, openContainers } from '../support/containers.ts';
import { newFolder } from '../support/engines.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { stretched, waitUntil } from '../support/wait.ts';

const IMAGE = 'localhost/signpost';
const CLOSED = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--security-opt=no-new-privileges'];

const containers = openContainers();
const { run } = containers;
afterAll(() => containers.remove());

/** What `podman inspect` says of an image or a container. */
async function inspect(name: string, template: string): Promise<string> {
  return (await run(['podman', 'inspect', name, '--format', template])).trim();
}

interface Started {
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Starts a container with the volume, and waits until its health check succeeds. */
async function startContainer(name: string, port: number): Promise<Started> {
  const settings = [`PORT=${port}`, 'HOST=127.0.0.1', 'TRUST_PROXY=loopback'].flatMap((setting) => ['-e', setting]);
  await run(['podman', 'run', '-d', '--name', name, ...CLOSED, '-v', 'kept:/data', ...settings, IMAGE]);
  const isHealthy = () =>
    run(['podman', 'healthcheck', 'run', name]).then(
      () => true,
      () => false,
    );
  await waitUntil(`the container ${name} is healthy`, isHealthy).catch(async ({ message }) => {
    throw new Error(`${message}\n${await run(['podman', 'logs', name])}`);
  });
  return { fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init }) };
}

/** Stops a container as an update does, and returns its exit code and how long that took. */
async function stopContainer(name: string): Promise<{ exitCode: string; tookMs: number }> {
  const startedMs = performance.now();
  await run(['podman', 'stop', '--time=30', name]);
  const tookMs = performance.now() - startedMs;
  return { exitCode: await inspect(name, '{{.State.ExitCode}}'), tookMs };
}

/** The files of the image, without folders. */
async function listFiles(): Promise<string[]> {
  const archive = join(newFolder(), 'files.tar');
  await run(['podman', 'create', '--name', 'listed', IMAGE]);
  await run(['podman', 'export', 'listed', '-o', archive]);
  const paths = (await run(['tar', '-tf', archive])).trim().split('\n');
  return paths.filter((path) => !path.endsWith('/'));
}

test('the Dockerfile builds an image without a shell, on files of this machine because no registry can be reached', async () => {
  await containers.build(IMAGE);
  expect(await inspect(IMAGE, '{{.User}} {{.Config.Volumes}} {{.HealthCheck.Test}}')).toBe(
    '65532:65532 map[/data:{}] [CMD signpost healthcheck]',
  );
  const files = await listFiles();
  const own = ['opt/signpost/', 'etc/', 'lib/', 'lib64/', 'usr/share/doc/', 'data/'];
  expect(files).toContain('opt/signpost/signpost');
  expect(files.filter((path) => !own.some((folder) => path.startsWith(folder)))).toEqual([]);
  const shell = run(['podman', 'run', '--rm', '--entrypoint=/bin/sh', IMAGE, '-c', 'true']);
  await expect(shell).rejects.toThrow('no such file');
});

test('the container needs no root, no capability and only its volume, which survives its replacement [sqlite]', async () => {
  const port = await freePort();
  const first = await startContainer('first', port);
  expect(await inspect('first', '{{.State.Health.Status}}')).toBe('healthy');
  const status = readFileSync(`/proc/${await inspect('first', '{{.State.Pid}}')}/status`, 'utf8');
  expect(status).toMatch(/^CapEff:\t0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\t1$/m);
  expect(await run(['podman', 'top', 'first', 'user'])).toContain('signpost');

  const words = ['podman', 'exec', '-i', 'first', 'signpost', 'user', 'add', '--email=ada@example.com'];
  const added = await run([...words, '--password-stdin', '--json'], PASSWORD);
  const headers = { Authorization: `Bearer ${JSON.parse(added).apikey}` };
  const link = JSON.stringify({ url: 'https://example.com/spring', custom: 'spring' });
  await first.fetch('/api/url/add', { method: 'POST', headers, body: link });
  const visit = await first.fetch('/spring', { headers: { 'X-Forwarded-For': '8.8.8.8' } });
  expect([visit.status, visit.headers.get('Location')]).toEqual([302, 'https://example.com/spring']);
  // The library for drawing is unpacked into the volume.
  expect((await first.fetch('/api/url/1/qr.png', { headers })).headers.get('Content-Type')).toBe('image/png');

  const stopped = await stopContainer('first');
  expect(stopped.exitCode).toBe('0');
  expect(stopped.tookMs).toBeLessThan(stretched(10_000));
  await run(['podman', 'rm', 'first']);
  const second = await startContainer('second', port);
  expect((await second.fetch('/spring')).status).toBe(302);
  const statistics = await (await second.fetch('/api/url/1/stats?by=city', { headers })).json();
  // The image contains the data of cities.
  expect(statistics).toMatchObject({ data: { clicks: 2, top: { city: { [`${ONLY_CITY.city}, United States`]: 1 } } } });
  expect((await stopContainer('second')).exitCode).toBe('0');
});

// biome-ignore lint/suspicious/noExplicitAny: YAML has every shape.
type Yaml = any;

/** A compose file as docker-compose understands it; it refuses what is not in its schema. */
async function readCompose(file: string): Promise<Yaml> {
  await installPackages(['docker-compose']);
  return Bun.YAML.parse(await run(['docker-compose', '-f', file, 'config']));
}

function expectSettings(environment: Record<string, string>): void {
  const names = Object.values(settings).map(({ name }) => name);
  for (const name of Object.keys(environment)) expect(names).toContain(name.replace(/_FILE$/, ''));
  const values = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
  expect(() => readConfig(Object.fromEntries(values))).not.toThrow();
}

/** The compose file with the lines for HTTPS in place of comments, in a folder of its own. */
function writeHttpsVariant(): string {
  const path = join(newFolder(), 'compose.yaml');
  const text = readFileSync('compose.yaml', 'utf8').replace(/# (- "\d+:\d+"|[A-Z_]+: )/g, '$1');
  writeFileSync(path, text);
  return path;
}

test('docker-compose accepts both compose files, and their nodes are as closed as the container above', async () => {
  const { services } = await readCompose('compose.yaml');
  expect(Object.keys(services)).toEqual(['signpost']);
  const scale = await readCompose('compose.scale.yaml');
  expect(Object.keys(scale.services)).toEqual(['caddy', 'node-1', 'node-2', 'postgres', 'valkey']);
  for (const node of [services.signpost, scale.services['node-1'], scale.services['node-2']]) {
    expect(node).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
      stop_grace_period: '20s',
    });
    expectSettings(node.environment);
  }
  const { signpost } = (await readCompose(writeHttpsVariant())).services;
  expect(signpost.ports.map(({ published, target }: Yaml) => [published, target])).toEqual([
    [3000, 3000],
    [80, 8080],
    [443, 8443],
  ]);
  expect(signpost.environment).toMatchObject({ HTTPS: 'auto' });
  expectSettings(signpost.environment);
});
