import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/services.ts';
import { newFolder } from '../support/engines.ts';
import { visitHttps } from '../support/https-visitor.ts';
import { signpost, startServer } from '../support/server-process.ts';
import { TEST_CERTIFICATE, TEST_PRIVATE_KEY } from '../support/test-certificate.ts';

async function newEnvironment() {
  const folder = newFolder();
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(TLS_CERT, TEST_CERTIFICATE);
  writeFileSync(TLS_KEY, TEST_PRIVATE_KEY);
  const [HTTP_PORT, HTTPS_PORT] = [String(await freePort()), String(await freePort())];
  const own = { DATA_DIR: join(folder, 'data'), HTTPS: 'files', BASE_URL: 'https://good.example', HOST: '127.0.0.1' };
  return { ...own, TLS_CERT, TLS_KEY, HTTP_PORT, HTTPS_PORT };
}

test('your own certificate is served, and HTTP redirects to it [sqlite]', async () => {
  const environment = await newEnvironment();
  const server = await startServer({ ...environment, PORT: environment.HTTP_PORT });
  const port = Number(environment.HTTPS_PORT);
  const { status, headers } = await visitHttps('https://good.example/healthz', port, TEST_CERTIFICATE);
  expect([status, headers['strict-transport-security']]).toEqual([200, undefined]);
  const plain = await server.fetch('/x', { headers: { Host: 'good.example' }, redirect: 'manual' });
  expect(plain.headers.get('Location')).toBe('https://good.example/x');
  const doctor = await signpost(['doctor', '--json'], environment);
  expect(doctor.stdout).toContain('The certificate in TLS_CERT (DNS:good.example');
  expect(await server.end()).toBe(0);
});

test('files that cannot be used are refused at the start with the setting that is wrong [sqlite]', async () => {
  const environment = await newEnvironment();
  const refused = async (own: Record<string, string>) => (await signpost(['serve'], { ...environment, ...own })).stderr;
  expect(await refused({ TLS_CERT: '/no/such/file' })).toContain('TLS_CERT cannot be read');
  expect(await refused({ TLS_CERT: environment.TLS_KEY })).toContain('TLS_CERT contains no certificate in PEM format.');
  expect(await refused({ TLS_KEY: environment.TLS_CERT })).toContain('TLS_KEY is not the private key');
});
