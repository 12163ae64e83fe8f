import { Database as SqliteFile } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { freePort } from '../../scripts/services.ts';
import { addAccount } from '../support/add-account.ts';
import { type CertificateAuthority, startCertificateAuthority } from '../support/certificate-authority.ts';
import { newFolder } from '../support/engines.ts';
import { type VisitedHttps, visitHttps } from '../support/https-visitor.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { waitUntil } from '../support/wait.ts';

const DESTINATION = 'https://example.com/spring';

let authority: CertificateAuthority;
let server: ServerProcess;
let key: string;
let root: string;
let httpsPort: number;
let dataDir: string;

beforeAll(async () => {
  const httpPort = await freePort();
  httpsPort = await freePort();
  authority = await startCertificateAuthority({ httpPort, httpsPort });
  root = await authority.readRoot();
  dataDir = newFolder();
  const environment = {
    DATA_DIR: dataDir,
    BASE_URL: 'https://sgn.example',
    HTTPS: 'auto',
    ACME_EMAIL: 'ops@sgn.example',
    ACME_DIRECTORY: authority.directory,
    NODE_EXTRA_CA_CERTS: authority.trustFile,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    HSTS: '31536000',
  };
  server = await startServer({ ...environment, PORT: String(httpPort) });
  key = await addAccount(environment);
});
afterAll(async () => {
  await server.end();
  await authority.end();
});

async function visitOnceIssued(url: string): Promise<VisitedHttps> {
  let problem = '';
  const visit = () =>
    visitHttps(url, httpsPort, root).catch((error: Error) => {
      problem = error.message;
      return undefined;
    });
  const details = () => `${problem}\n${server.output.stdout}`;
  return waitUntil(`the certificate for ${url} is issued`, visit, { everyMs: 50, details });
}

async function call(method: string, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${key}`, Host: 'localhost' };
  const response = await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, body: await response.json() };
}

/** Adds a domain and marks it as verified: no DNS server knows these names. */
async function addVerified(name: string): Promise<number> {
  const { id } = (await call('POST', '/api/domain/add', { domain: `https://${name}` })).body as { id: number };
  const file = new SqliteFile(join(dataDir, 'signpost.db'));
  file.run('pragma busy_timeout = 5000');
  file.run("update domains set verified_at = 1, verified_by = 'address' where id = ?", [id]);
  file.close();
  // An update through the API makes the server notice.
  await call('PUT', `/api/domain/${id}/update`, { redirect404: 'https://example.com/lost' });
  return id;
}

test('the main host gets a certificate at the first start, and its links redirect over HTTPS [sqlite]', async () => {
  await call('POST', '/api/url/add', { url: DESTINATION, custom: 'spring' });
  const { status, headers, certificate } = await visitOnceIssued('https://sgn.example/spring');
  expect([status, headers.location, certificate]).toEqual([302, DESTINATION, 'DNS:sgn.example']);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});

test('a domain gets its certificate when it is verified, without a restart [sqlite]', async () => {
  await addVerified('go.brand.example');
  await call('POST', '/api/url/add', { url: `${DESTINATION}/b`, custom: 'b', domain: 'https://go.brand.example' });
  const { headers, certificate } = await visitOnceIssued('https://go.brand.example/b');
  expect([headers.location, certificate]).toEqual([`${DESTINATION}/b`, 'DNS:go.brand.example']);
  const listed = (await call('GET', '/api/certificates')).body as {
    https: string;
    data: { domain: string; state: string }[];
  };
  expect(listed.https).toBe('auto');
  expect(listed.data.map(({ domain, state }) => [domain, state])).toEqual([
    ['go.brand.example', 'valid'],
    ['sgn.example', 'valid'],
  ]);
});

test('HTTP/2 is spoken [sqlite]', async () => {
  const session = connect('https://sgn.example', {
    createConnection: () =>
      connectTls({
        ...{ host: '127.0.0.1', port: httpsPort, servername: 'sgn.example', ca: root, ALPNProtocols: ['h2'] },
      }),
  });
  const stream = session.request({ ':path': '/spring' });
  const headers = await new Promise<IncomingHttpHeaders & { ':status'?: number }>((resolve, reject) => {
    stream.on('response', resolve).on('error', reject);
  });
  expect([headers[':status'], headers.location]).toEqual([302, DESTINATION]);
  session.destroy();
});

test('HTTP is redirected to HTTPS for hosts that have a certificate, and for no others [sqlite]', async () => {
  const send = (host: string, path: string) => server.fetch(path, { headers: { Host: host }, redirect: 'manual' });
  const plain = await send('go.brand.example', '/b?x=1');
  expect([plain.status, plain.headers.get('Location')]).toEqual([308, 'https://go.brand.example/b?x=1']);
  expect((await send('unknown.example', '/b')).status).toBe(404);
  expect((await send('sgn.example', '/healthz')).status).toBe(200);
  expect((await send('sgn.example', '/.well-known/acme-challenge/none')).status).toBe(404);
});

test('a domain whose order fails is shown with the reason, and delays no other domain [sqlite]', async () => {
  await authority.breakName('broken.example');
  await addVerified('broken.example');
  await addVerified('fine.example');
  expect((await visitOnceIssued('https://fine.example/')).certificate).toBe('DNS:fine.example');
  const broken = await waitUntil('the order has failed', async () => {
    const { data } = (await call('GET', '/api/certificates')).body as {
      data: { domain: string; state: string; failures: number; problem: string | null }[];
    };
    return data.find(({ domain, state }) => domain === 'broken.example' && state === 'failing');
  });
  expect(broken).toMatchObject({ state: 'failing', failures: 1 });
  expect(broken.problem).toContain('broken.example');
  const metrics = await (await server.fetch('/metrics', { headers: { Host: 'localhost' } })).text();
  expect(metrics).toContain('signpost_certificate_failures{domain="broken.example"} 1');
  expect(metrics).toMatch(/signpost_certificate_expiry_timestamp_seconds\{domain="fine\.example"\} \d{10}/);
  // The last attempt was a moment ago.
  expect((await call('POST', '/api/certificate/retry', { domain: 'broken.example' })).status).toBe(409);
});

test('the private keys are encrypted in the store [sqlite]', async () => {
  const file = new SqliteFile(join(dataDir, 'signpost.db'), { readonly: true });
  const rows = file.query('select chain, sealed_key from certificates where chain is not null').all() as {
    sealed_key: string;
  }[];
  file.close();
  expect(rows.length).toBe(3);
  for (const { sealed_key } of rows)
    expect(Buffer.from(sealed_key, 'base64url').toString('latin1')).not.toContain('PRIVATE KEY');
});
