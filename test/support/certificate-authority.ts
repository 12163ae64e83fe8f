import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../scripts/packages.ts';
import { freePort } from '../../scripts/services.ts';
import { newFolder } from './engines.ts';
import { TEST_CERTIFICATE, TEST_PRIVATE_KEY } from './test-certificate.ts';
import { waitUntil } from './wait.ts';

/** A certificate authority for tests: Pebble, with a DNS server that knows every name as 127.0.0.1. */
export interface CertificateAuthority {
  directory: string;
  /** A file that makes its own HTTPS trusted, for NODE_EXTRA_CA_CERTS. */
  trustFile: string;
  /** The root of the certificates that it issues. */
  readRoot(): Promise<string>;
  /** The certificate authority stops answering for this name, as if DNS had failed. */
  breakName(name: string): Promise<void>;
  mendName(name: string): Promise<void>;
  end(): Promise<void>;
}

/** How the certificate authority behaves. */
export interface AuthorityOptions {
  /** Where it connects for http-01. */
  httpPort: number;
  /** Where it connects for tls-alpn-01. */
  httpsPort: number;
  /** How long its certificates are valid. */
  lifetimeSeconds?: number;
  /** The accounts that it accepts: HMAC keys by key id. Default: any account. */
  externalAccounts?: Record<string, string>;
}

async function waitUntilUp(url: string): Promise<void> {
  const isUp = () =>
    fetch(url, { tls: { rejectUnauthorized: false } }).then(
      () => true,
      () => false,
    );
  await waitUntil(`${url} answers`, isUp, { everyMs: 20 });
}

/** Starts Pebble and its DNS server on free ports. */
export async function startCertificateAuthority(options: AuthorityOptions): Promise<CertificateAuthority> {
  await installPackages(['pebble']);
  const folder = newFolder();
  const [port, managementPort, dnsPort, controlPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const [certificate, privateKey] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(certificate, TEST_CERTIFICATE);
  writeFileSync(privateKey, TEST_PRIVATE_KEY);
  const { httpPort, httpsPort, lifetimeSeconds = 86_400, externalAccounts } = options;
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    ...{ certificate, privateKey, httpPort, tlsPort: httpsPort },
    ocspResponderURL: '',
    certificateValidityPeriod: lifetimeSeconds,
    externalAccountBindingRequired: externalAccounts !== undefined,
    ...(externalAccounts && { externalAccountMACKeys: externalAccounts }),
  };
  const config = join(folder, 'pebble.json');
  writeFileSync(config, JSON.stringify({ pebble }));
  const output = { stdout: Bun.file(join(folder, 'log')), stderr: 'ignore' } as const;
  const names = Bun.spawn(
    [
      'pebble-challtestsrv',
      ...['-defaultIPv6', '', '-dns01', `127.0.0.1:${dnsPort}`, '-management', `127.0.0.1:${controlPort}`],
      ...['-http01', '', '-https01', '', '-tlsalpn01', ''],
    ],
    { stdout: 'ignore', stderr: 'ignore' },
  );
  const authority = Bun.spawn(['pebble', '-config', config, '-dnsserver', `127.0.0.1:${dnsPort}`], {
    env: { PATH: process.env.PATH ?? '', PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0' },
    ...output,
  });
  const directory = `https://127.0.0.1:${port}/dir`;
  await Promise.all([waitUntilUp(directory), waitUntilUp(`http://127.0.0.1:${controlPort}/`)]);

  async function control(path: string, body: object): Promise<void> {
    await fetch(`http://127.0.0.1:${controlPort}/${path}`, { method: 'POST', body: JSON.stringify(body) });
  }

  return {
    directory,
    trustFile: certificate,
    async readRoot() {
      const url = `https://127.0.0.1:${managementPort}/roots/0`;
      return (await fetch(url, { tls: { rejectUnauthorized: false } })).text();
    },
    breakName: (name) => control('set-servfail', { host: name }),
    mendName: (name) => control('clear-servfail', { host: name }),
    async end() {
      for (const child of [authority, names]) {
        child.kill('SIGKILL');
        await child.exited;
      }
    },
  };
}
