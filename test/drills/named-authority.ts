import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADDRESS, runNow } from './empty-machine.ts';

const MANAGEMENT = `https://${ADDRESS}:15000`;

/** The URL of the certificate authority for a server that resolves its name. */
export const DIRECTORY = 'https://ca.example:14000/dir';

async function waitUntilUp(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const isUp = await fetch(url, { tls: { rejectUnauthorized: false } }).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await Bun.sleep(50);
  }
  throw new Error(`${url} does not respond`);
}

/** Starts Pebble, and a DNS server that resolves every name to the machine. Returns the file that makes Pebble's own HTTPS trusted. */
export async function startNamedAuthority(folder: string, lifetimeSeconds: number): Promise<string> {
  const [certificate, privateKey, config] = ['ca.pem', 'ca.key', 'pebble.json'].map((name) => join(folder, name));
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=ca.example';
  const files = ['-addext', 'subjectAltName=DNS:ca.example', '-keyout', `${privateKey}`, '-out', `${certificate}`];
  runNow(['openssl', 'req', ...options.split(' '), ...files]);
  const pebble = {
    listenAddress: `${ADDRESS}:14000`,
    managementListenAddress: `${ADDRESS}:15000`,
    ...{ certificate, privateKey, httpPort: 80, tlsPort: 443 },
    ocspResponderURL: '',
    certificateValidityPeriod: lifetimeSeconds,
  };
  writeFileSync(`${config}`, JSON.stringify({ pebble }));
  const names = [
    '-defaultIPv4',
    ADDRESS,
    '-defaultIPv6',
    '',
    '-dns01',
    `${ADDRESS}:53`,
    '-management',
    `${ADDRESS}:8055`,
  ];
  const others = ['-http01', '', '-https01', '', '-tlsalpn01', ''];
  const quiet = { stdout: Bun.file(join(folder, 'authority.log')), stderr: 'ignore' } as const;
  Bun.spawn(['pebble-challtestsrv', ...names, ...others], { stdout: 'ignore', stderr: 'ignore' });
  Bun.spawn(['pebble', '-config', `${config}`, '-dnsserver', `${ADDRESS}:53`], {
    env: { PATH: process.env.PATH ?? '', PEBBLE_VA_NOSLEEP: '1' },
    ...quiet,
  });
  await waitUntilUp(`${MANAGEMENT}/roots/0`);
  return readFileSync(`${certificate}`, 'utf8');
}

/** The root of the certificates that it issues. */
export async function readIssuingRoot(): Promise<string> {
  return (await fetch(`${MANAGEMENT}/roots/0`, { tls: { rejectUnauthorized: false } })).text();
}
