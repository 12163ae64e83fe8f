import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, installPackages } from '../../scripts/packages.ts';
import { freePort } from '../../scripts/services.ts';
import { newFolder } from './engines.ts';
import { TEST_CERTIFICATE, TEST_PRIVATE_KEY } from './test-certificate.ts';
import { waitUntil } from './wait.ts';

/** A running nginx. */
export interface NginxProcess {
  httpPort: number;
  /** Requests a path of `sgn.example` from this nginx over TLS. */
  fetch(path: string, init?: { headers?: Record<string, string> }): Promise<Response>;
  end(): Promise<void>;
}

// The folders of the Debian package belong to root, so nginx gets its own.
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Writes the configuration that we publish with free ports and a test certificate, and the file around it; returns the path of that. */
function writeConfig(folder: string, ports: { server: number; http: number; https: number }): string {
  const shipped = readFileSync('docs/deploy/nginx.conf', 'utf8');
  const config = shipped
    .replace(/ *listen \[::\].*\n/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replaceAll('/etc/letsencrypt/live/sgn.example', folder)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports.server}`);
  writeFileSync(join(folder, 'signpost.conf'), config);
  writeFileSync(join(folder, 'fullchain.pem'), TEST_CERTIFICATE);
  writeFileSync(join(folder, 'privkey.pem'), TEST_PRIVATE_KEY);
  const folders = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`);
  const lines = [
    'daemon off;',
    process.getuid?.() === 0 ? 'user root;' : '',
    `pid ${join(folder, 'pid')};`,
    'events {}',
    `http { access_log off; ${folders.join(' ')} include ${join(folder, 'signpost.conf')}; }`,
  ];
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, lines.join('\n'));
  return path;
}

/** Starts nginx with the configuration that we publish, as a proxy for the server on this port. */
export async function startNginx(serverPort: number): Promise<NginxProcess> {
  await installPackages(['nginx']);
  const [httpPort, httpsPort, folder] = [await freePort(), await freePort(), newFolder()];
  const path = writeConfig(folder, { server: serverPort, http: httpPort, https: httpsPort });
  const log = join(folder, 'log');
  const child = Bun.spawn([findProgram('nginx') ?? 'nginx', '-e', log, '-c', path], {
    stdout: 'ignore',
    stderr: 'ignore',
  });
  const readLog = () => readFileSync(log, 'utf8');
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`nginx has ended: ${readLog()}`);
    return fetch(`http://127.0.0.1:${httpPort}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  };
  await waitUntil('nginx answers', isReady, { everyMs: 20, details: readLog });
  return {
    httpPort,
    fetch: (path, init) =>
      fetch(`https://127.0.0.1:${httpsPort}${path}`, {
        headers: { ...init?.headers, Host: 'sgn.example' },
        redirect: 'manual',
        tls: { rejectUnauthorized: false },
      }),
    async end() {
      child.kill();
      await child.exited;
    },
  };
}
