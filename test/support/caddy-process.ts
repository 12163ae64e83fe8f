import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { installPackages } from '../../scripts/packages.ts';
import { freePort } from '../../scripts/services.ts';
import { newFolder } from './engines.ts';
import { waitUntil } from './wait.ts';

/** A running Caddy with its own certificate authority. */
export interface CaddyProcess {
  httpPort: number;
  httpsPort: number;
  /** Its log so far. */
  output(): string;
  /** Requests a URL from this Caddy over TLS; rejects without a valid certificate for the host. */
  visit(url: string): Promise<{ status: number; headers: Record<string, string | string[] | undefined> }>;
  end(): Promise<void>;
}

/** Starts Caddy with the configuration that we publish, on free ports, as a proxy for the server on this port. */
export async function startCaddy(serverPort: number): Promise<CaddyProcess> {
  await installPackages(['caddy']);
  const [httpPort, httpsPort, folder] = [await freePort(), await freePort(), newFolder()];
  const shipped = readFileSync('docs/deploy/Caddyfile', 'utf8');
  const options = `local_certs\nskip_install_trust\nadmin off\nhttp_port ${httpPort}\nhttps_port ${httpsPort}`;
  const config = shipped.replace(/^\{$/m, `{\n${options}`).replaceAll('127.0.0.1:3000', `127.0.0.1:${serverPort}`);
  const path = join(folder, 'Caddyfile');
  writeFileSync(path, config);
  const { PATH = '' } = process.env;
  const child = Bun.spawn(['caddy', 'run', '--config', path, '--adapter', 'caddyfile'], {
    env: { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdout: 'ignore',
    stderr: Bun.file(join(folder, 'log')),
  });
  const output = () => readFileSync(join(folder, 'log'), 'utf8');
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`Caddy has ended: ${output()}`);
    return fetch(`http://127.0.0.1:${httpPort}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  };
  await waitUntil('Caddy answers', isReady, { everyMs: 20, details: output });

  const authority = () => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'));
  function visitOnce(url: string): ReturnType<CaddyProcess['visit']> {
    return new Promise((resolve, reject) => {
      const { hostname, host, pathname, search } = new URL(url);
      const connection = { host: '127.0.0.1', port: httpsPort, servername: hostname, ca: authority(), agent: false };
      request({ ...connection, path: pathname + search, headers: { Host: host } }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers });
      })
        .on('error', reject)
        .end();
    });
  }

  return {
    httpPort,
    httpsPort,
    output,
    visit(url) {
      // A new certificate begins with the current second, which a clock that is being adjusted may not have reached yet.
      const visitValid = () =>
        visitOnce(url).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'CERT_NOT_YET_VALID') throw error;
          return undefined;
        });
      return waitUntil(`the certificate for ${url} is valid`, visitValid, { everyMs: 50 });
    },
    async end() {
      child.kill();
      await child.exited;
    },
  };
}
