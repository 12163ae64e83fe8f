import { afterAll, beforeAll, expect, test } from 'bun:test';
import { freePort } from '../../scripts/services.ts';
import { type CertificateAuthority, startCertificateAuthority } from '../support/certificate-authority.ts';
import { newFolder } from '../support/engines.ts';
import { visitHttps } from '../support/https-visitor.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { waitUntil } from '../support/wait.ts';

let authority: CertificateAuthority;
let server: ServerProcess;
let root: string;
let httpsPort: number;

const HMAC_KEY = 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W';

beforeAll(async () => {
  httpsPort = await freePort();
  const externalAccounts = { 'kid-1': HMAC_KEY };
  authority = await startCertificateAuthority({ httpPort: await freePort(), httpsPort, externalAccounts });
  root = await authority.readRoot();
  const environment = {
    DATA_DIR: newFolder(),
    WORKERS: '2',
    BASE_URL: 'https://sgn.example',
    HTTPS: 'auto',
    ACME_EMAIL: 'ops@sgn.example',
    ACME_DIRECTORY: authority.directory,
    ACME_EAB_KID: 'kid-1',
    ACME_EAB_HMAC_KEY: HMAC_KEY,
    NODE_EXTRA_CA_CERTS: authority.trustFile,
    HTTP_PORT: 'off',
    HTTPS_PORT: String(httpsPort),
  };
  const isReady = () =>
    fetch(`https://127.0.0.1:${httpsPort}/readyz`, { tls: { rejectUnauthorized: false } }).then(
      ({ ok }) => ok,
      () => false,
    );
  server = await startServer(environment, { isReady });
  // The proxy that answered the challenge goes away.
  const served = () => server.output.stdout.split('\n').filter((line) => line.includes('"isBehindProxy":false'));
  const countServing = () => new Set(served().map((line) => JSON.parse(line).worker)).size;
  await waitUntil('both workers serve without the proxy', () => countServing() === 2);
});
afterAll(async () => {
  expect(await server.end()).toBe(0);
  await authority.end();
});

test('with port 443 alone, an account that the authority requires, and two workers, the certificate is issued [sqlite]', async () => {
  const { status, certificate } = await visitHttps('https://sgn.example/readyz', httpsPort, root);
  expect([status, certificate]).toEqual([200, 'DNS:sgn.example']);
  expect(server.output.stdout.match(/"a certificate was issued"/g)?.length).toBe(1);
});

test('both workers serve it, without the proxy that answered the challenge [sqlite]', async () => {
  for (let round = 0; round < 20; round += 1) {
    expect((await visitHttps('https://sgn.example/healthz', httpsPort, root)).status).toBe(200);
  }
});
