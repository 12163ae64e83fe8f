import { expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../test/support/engines.ts';
import { readConfig } from './config.ts';
import { loadSecret } from './data-dir.ts';

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    baseUrl: 'http://localhost:3000',
    isBaseUrlSet: false,
    dataDir: './data',
    databaseUrl: undefined,
    databaseReplicaUrl: undefined,
    redisUrl: undefined,
    s3Url: undefined,
    registration: 'closed',
    rateLimit: 30,
    rateWindowSeconds: 60,
    trustProxy: [],
    pixelPrivacy: 'respect',
    pixelConsent: 'off',
    domainCheck: 'off',
    pageName: 'on',
    backupEveryMs: undefined,
    backupKeep: 7,
    logLevel: 'info',
  });
});

const wrong: [Record<string, string>, string][] = [
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
  [{ PORT: '3e3' }, 'PORT must be a whole number from 0 to 65535, not "3e3".'],
  [{ BASE_URL: 'sgn.example' }, 'BASE_URL must be a URL that starts with http:// or https://, not "sgn.example".'],
  [{ BASE_URL: 'https://sgn.example/x' }, 'BASE_URL must be a scheme and a host with nothing after them'],
  [
    { DATABASE_URL: 'mysql://u:hidden@h/d' },
    'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
  ],
  [
    { DATABASE_URL: 'postgres://h/d', DATABASE_REPLICA_URL: 'mysql://u:hidden@h/d' },
    'DATABASE_REPLICA_URL must be a URL that starts with postgres:// or postgresql://.',
  ],
  [
    { DATABASE_REPLICA_URL: 'postgres://u:hidden@h/d' },
    'DATABASE_REPLICA_URL requires DATABASE_URL: only PostgreSQL has replicas.',
  ],
  [{ REDIS_URL: 'localhost:6379' }, 'REDIS_URL must be a URL that starts with redis:// or rediss://.'],
  [{ S3_URL: 's3://bucket' }, 'S3_URL must be a URL that starts with http:// or https://.'],
  [{ S3_URL: 'https://key:hidden@s3.example/' }, 'S3_URL must contain a key, a secret and a bucket'],
  [{ S3_URL: 'https://s3.example/bucket' }, 'S3_URL must contain a key, a secret and a bucket'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://.'],
  [{ OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER must be a URL that starts with https://, or http:// on this'],
  [{ OIDC_ISSUER: 'https://login.example?x=1' }, 'OIDC_ISSUER must be a URL without credentials, query and fragment'],
  [{ OIDC_ISSUER: 'https://login.example' }, 'OIDC_ISSUER requires OIDC_CLIENT_ID'],
  [{ OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'x' }, 'OIDC_ISSUER requires OIDC_CLIENT_SECRET'],
  [{ OIDC_ONLY: 'on' }, 'OIDC_ONLY requires OIDC_ISSUER'],
  [{ OIDC_ONLY: 'yes' }, 'OIDC_ONLY must be one of off, on, not "yes".'],
  [{ OIDC_WORKSPACES: 'a=1:editor' }, 'OIDC_WORKSPACES requires OIDC_ISSUER'],
  [{ OIDC_WORKSPACES: 'a=1:editor,b=x:viewer' }, 'OIDC_WORKSPACES must be a list such as'],
  [{ OIDC_WORKSPACES: 'a=1:boss' }, 'OIDC_WORKSPACES must be a list such as'],
  [{ OIDC_SCOPES: 'openid,email' }, 'OIDC_SCOPES must be a list of scopes, separated by spaces'],
  [{ SECRET: 'short' }, 'SECRET must have at least 16 characters.'],
  [{ REGISTRATION: 'yes' }, 'REGISTRATION must be one of closed, open, not "yes".'],
  [{ RATE_LIMIT: '0' }, 'RATE_LIMIT must be a whole number from 1 to 1000000, not "0".'],
  [{ RATE_WINDOW: '-1' }, 'RATE_WINDOW must be a whole number from 1 to 86400, not "-1".'],
  [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY must be a list of IP addresses'],
  [{ WEBHOOK_ALLOW: '10.0.0.0/33' }, 'WEBHOOK_ALLOW must be a list of IP addresses'],
  [{ PIXEL_PRIVACY: 'yes' }, 'PIXEL_PRIVACY must be one of respect, ignore, not "yes".'],
  [{ PIXEL_CONSENT: 'EU' }, 'PIXEL_CONSENT must be one of off, eu, all, not "EU".'],
  [{ PAGE_COLOR: 'teal' }, 'PAGE_COLOR must be a color such as #176b62, not "teal".'],
  [{ DOMAIN_CHECK: 'on' }, 'DOMAIN_CHECK must be one of off, dns, not "on".'],
  [{ DOMAIN_CHECK: 'dns' }, 'DOMAIN_CHECK=dns requires BASE_URL: domains must point to its host.'],
  ...['daily', '24', '0h', '-1h', '1.5h', '366d', '24H', '60s'].map((text): [Record<string, string>, string] => [
    { BACKUP_EVERY: text },
    `BACKUP_EVERY must be off, or minutes, hours or days such as 30m, 24h or 7d, up to 365d, not "${text}".`,
  ]),
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number from 1 to 10000, not "0".'],
  [{ BACKUP_URL: 'https://key:hidden@s3.example/' }, 'BACKUP_URL must contain a key, a secret and a bucket'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http://',
  ],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'hidden' }, 'OTEL_EXPORTER_OTLP_HEADERS must be a list of headers such as'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=hidden%0a' }, 'OTEL_EXPORTER_OTLP_HEADERS must be a list of headers such as'],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.1, not "1.5".'],
  [{ HTTPS: 'on' }, 'HTTPS must be one of off, auto, files, not "on".'],
  [{ HTTPS: 'auto' }, 'HTTPS=auto requires BASE_URL with https://, such as https://sgn.example.'],
  [{ HTTPS: 'files', BASE_URL: 'http://sgn.example' }, 'HTTPS=files requires BASE_URL with https://'],
  [
    { HTTPS: 'auto', BASE_URL: 'https://192.0.2.1' },
    'HTTPS=auto requires a public host name in BASE_URL, not 192.0.2.1.',
  ],
  [{ HTTPS: 'auto', BASE_URL: 'https://localhost' }, 'HTTPS=auto requires a public host name in BASE_URL'],
  [{ HTTPS: 'auto', BASE_URL: 'https://sgn.example' }, 'HTTPS=auto requires ACME_EMAIL'],
  [{ ACME_EMAIL: 'nobody' }, 'ACME_EMAIL must be an email address, not "nobody".'],
  [{ ACME_DIRECTORY: 'http://ca.example/dir' }, 'ACME_DIRECTORY must be a URL that starts with https://'],
  [
    { HTTPS: 'auto', BASE_URL: 'https://sgn.example', ACME_EMAIL: 'a@sgn.example', ACME_EAB_HMAC_KEY: 'hidden' },
    'ACME_EAB_KID and ACME_EAB_HMAC_KEY must be set together.',
  ],
  [{ HTTPS: 'files', BASE_URL: 'https://sgn.example' }, 'HTTPS=files requires TLS_CERT'],
  [{ HTTPS: 'files', BASE_URL: 'https://sgn.example', TLS_CERT: '/x' }, 'HTTPS=files requires TLS_KEY'],
  [{ HTTP_PORT: 'no' }, 'HTTP_PORT must be a whole number from 0 to 65535'],
  [{ HTTPS_PORT: '70000' }, 'HTTPS_PORT must be a whole number from 0 to 65535'],
  [{ HSTS: 'on' }, 'HSTS must be a whole number from 0'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud".'],
  [{ PORT: '1', PORT_FILE: '/x' }, 'PORT and PORT_FILE are both set; remove one of them.'],
  [{ SECRET_FILE: '/no/such/file' }, 'SECRET_FILE cannot be read'],
];
for (const [environment, sentence] of wrong) {
  test(`${JSON.stringify(environment)} is refused with one sentence that names the variable`, () => {
    expect(() => readConfig(environment)).toThrow(sentence);
    expect(() => readConfig(environment)).not.toThrow('hidden');
  });
}

test('BACKUP_EVERY is minutes, hours or days', () => {
  const times = ['30m', '24h', '7d', 'off'].map((text) => readConfig({ BACKUP_EVERY: text }).backupEveryMs);
  expect(times).toEqual([1_800_000, 86_400_000, 604_800_000, undefined]);
});

test('every variable can be read from a file', () => {
  const file = join(newFolder(), 'port');
  writeFileSync(file, '8080\n');
  expect(readConfig({ PORT_FILE: file }).port).toBe(8080);
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

test('BASE_URL loses its trailing slash and its default port', () => {
  expect(readConfig({ BASE_URL: 'https://SGN.example:443/' }).baseUrl).toBe('https://sgn.example');
});

test('the secret is generated once, and only its owner can read it', () => {
  const config = readConfig({ DATA_DIR: join(newFolder(), 'new') });
  const secret = loadSecret(config);
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(loadSecret(config)).toBe(secret);
  expect(statSync(join(config.dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(config.dataDir, 'secret'), 'utf8')).toBe(secret);
});

test('a configured secret is not written to disk', () => {
  const config = readConfig({ DATA_DIR: newFolder(), SECRET: 'a secret of one’s own' });
  expect(loadSecret(config)).toBe('a secret of one’s own');
  expect(existsSync(join(config.dataDir, 'secret'))).toBe(false);
});

test('an empty secret file is refused', () => {
  const config = readConfig({ DATA_DIR: newFolder() });
  writeFileSync(join(config.dataDir, 'secret'), '');
  chmodSync(join(config.dataDir, 'secret'), 0o600);
  expect(() => loadSecret(config)).toThrow('secret');
});

test('groups of an identity provider may have commas and equals signs in their names', () => {
  const { oidcWorkspaces, oidcScopes } = readConfig({
    OIDC_ISSUER: 'http://127.0.0.1:8080/realms/staff',
    OIDC_CLIENT_ID: 'signpost',
    OIDC_CLIENT_SECRET: 'x',
    OIDC_SCOPES: 'email groups',
    OIDC_WORKSPACES: 'cn=dev,dc=example=12:editor, leads=7:owner',
  });
  expect(oidcWorkspaces).toEqual([
    { group: 'cn=dev,dc=example', workspaceId: 12, role: 'editor' },
    { group: 'leads', workspaceId: 7, role: 'owner' },
  ]);
  expect(oidcScopes).toBe('openid email groups');
});
