import { parseDuration } from '../lib/duration.ts';
import { type AddressRange, parseRanges } from '../lib/ip.ts';
import { LOG_LEVELS } from '../lib/log.ts';
import { readCompatible } from './compatible-values.ts';
import { readGroupRoles, readIssuer, readScopes } from './oidc-values.ts';
import { readHeaderList, readShare } from './tracing-values.ts';

/** One environment variable: its name, its description, and how its text is parsed. */
export interface Setting<T> {
  name: string;
  /** The default value as the documentation shows it. */
  fallback: string;
  means: string;
  /** Parses the text; throws an error whose message completes the sentence "NAME …" if the text is invalid. */
  read(text: string | undefined): T;
}

type Parse<T> = (text: string) => T;

function withFallback<T>(name: string, fallback: string, means: string, parse: Parse<T>): Setting<T> {
  return { name, fallback, means, read: (text) => parse(text ?? fallback) };
}

function optional<T>(name: string, fallback: string, means: string, parse: Parse<T>): Setting<T | undefined> {
  return { name, fallback, means, read: (text) => (text === undefined ? undefined : parse(text)) };
}

function wholeNumber(min: number, max: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  };
}

function oneOf<const Word extends string>(words: readonly Word[]): Parse<Word> {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new Error(`must be one of ${words.join(', ')}`);
    return word;
  };
}

function urlWith(schemes: string[]): Parse<URL> {
  return (text) => {
    const url = URL.parse(text);
    if (!url || !schemes.includes(url.protocol) || url.hostname === '') {
      throw new Error(`must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
    }
    return url;
  };
}

function baseUrl(text: string): string {
  const url = urlWith(['http:', 'https:'])(text);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new Error('must be a scheme and a host with nothing after them, such as https://sgn.example');
  }
  return url.origin;
}

/** A URL without slashes at its end. */
function httpUrl(text: string): string {
  return urlWith(['http:', 'https:'])(text).href.replace(/\/+$/, '');
}

function postgresUrl(text: string): string {
  urlWith(['postgres:', 'postgresql:'])(text);
  return text;
}

function redisUrl(text: string): string {
  return urlWith(['redis:', 'rediss:'])(text).href;
}

function bucketUrl(text: string): string {
  const url = urlWith(['http:', 'https:'])(text);
  const isWhole = url.username !== '' && url.password !== '' && /^\/[^/]+\/?$/.test(url.pathname);
  if (!isWhole)
    throw new Error('must contain a key, a secret and a bucket, such as https://KEY:SECRET@s3.example/bucket');
  return url.href;
}

function smtpUrl(text: string): string {
  return urlWith(['smtp:', 'smtps:'])(text).href;
}

function color(text: string): string {
  if (!/^#[\da-f]{6}$/i.test(text)) throw new Error('must be a color such as #176b62');
  return text;
}

function secret(text: string): string {
  if (text.length < 16) throw new Error('must have at least 16 characters');
  return text;
}

function ranges(text: string): AddressRange[] {
  const parsed = text === '' ? [] : parseRanges(text);
  if (!parsed) throw new Error('must be a list of IP addresses, CIDRs or the word loopback, separated by commas');
  return parsed;
}

const MAX_INTERVAL_DAYS = 365;

/** A duration, or undefined for `off`. */
function intervalOrOff(text: string): number | undefined {
  if (text === 'off') return undefined;
  const ms = parseDuration(text) ?? 0;
  if (ms === 0 || ms > MAX_INTERVAL_DAYS * 86_400_000) {
    throw new Error(`must be off, or minutes, hours or days such as 30m, 24h or 7d, up to ${MAX_INTERVAL_DAYS}d`);
  }
  return ms;
}

function portOrOff(text: string): number | undefined {
  return text === 'off' ? undefined : wholeNumber(0, 65_535)(text);
}

function emailAddress(text: string): string {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) throw new Error('must be an email address');
  return text;
}

function acmeDirectory(text: string): string {
  return urlWith(['https:'])(text).href;
}

function path(text: string): string {
  return text;
}

/** A short text without control characters. */
function label(text: string): string {
  if (text.length > 60 || /\p{Cc}/u.test(text)) throw new Error('must have at most 60 characters, on one line');
  return text;
}

/** All settings, in the order of the documentation. */
export const settings = {
  port: withFallback('PORT', '3000', 'Port to listen on', wholeNumber(0, 65_535)),
  host: withFallback('HOST', '0.0.0.0', 'Address to listen on', path),
  https: withFallback(
    'HTTPS',
    'off',
    '`auto` obtains and renews certificates for the host of BASE_URL and all verified domains; `files` uses TLS_CERT and TLS_KEY. With both, the server listens on HTTP_PORT and HTTPS_PORT instead of PORT',
    oneOf(['off', 'auto', 'files']),
  ),
  httpPort: withFallback(
    'HTTP_PORT',
    '80',
    'Port for HTTP with HTTPS on, which redirects to HTTPS; `off` opens none',
    portOrOff,
  ),
  httpsPort: withFallback('HTTPS_PORT', '443', 'Port for HTTPS', wholeNumber(0, 65_535)),
  acmeEmail: optional(
    'ACME_EMAIL',
    'none',
    'Your email address for the certificate authority; required by `auto`',
    emailAddress,
  ),
  acmeDirectory: withFallback(
    'ACME_DIRECTORY',
    'https://acme-v02.api.letsencrypt.org/directory',
    'Directory of the certificate authority; the default is Let’s Encrypt',
    acmeDirectory,
  ),
  acmeEabKid: optional(
    'ACME_EAB_KID',
    'none',
    'Key id of the account, if the certificate authority requires one',
    path,
  ),
  acmeEabHmacKey: optional('ACME_EAB_HMAC_KEY', 'none', 'HMAC key of that account, in base64url', path),
  tlsCert: optional('TLS_CERT', 'none', 'PEM file with your certificate and the intermediate ones, for `files`', path),
  tlsKey: optional('TLS_KEY', 'none', 'PEM file with its private key', path),
  hstsSeconds: withFallback(
    'HSTS',
    '0',
    'How many seconds browsers use only HTTPS for a visited host (`Strict-Transport-Security`); 0 = not sent',
    wholeNumber(0, 100_000_000),
  ),
  baseUrl: optional(
    'BASE_URL',
    'http://localhost:PORT',
    'Public URL of this service; if not set, every Host is served',
    baseUrl,
  ),
  dataDir: withFallback('DATA_DIR', './data', 'Directory for all data', path),
  databaseUrl: optional('DATABASE_URL', 'SQLite in DATA_DIR', 'PostgreSQL database, `postgres://…`', postgresUrl),
  databaseReplicaUrl: optional(
    'DATABASE_REPLICA_URL',
    'no replica is used',
    'Streaming replica of that database, for statistics and lists, `postgres://…`',
    postgresUrl,
  ),
  redisUrl: optional('REDIS_URL', 'in process', 'Shared state for several nodes, `redis://…`', redisUrl),
  s3Url: optional(
    'S3_URL',
    'files in DATA_DIR',
    'Bucket for uploaded images, required for several nodes, `https://KEY:SECRET@host/bucket?region=…`',
    bucketUrl,
  ),
  smtpUrl: optional(
    'SMTP_URL',
    'no email is sent',
    'Mail server for password resets and notices of changed email addresses, `smtp://USER:PASSWORD@host:587?from=signpost@sgn.example`',
    smtpUrl,
  ),
  secret: optional(
    'SECRET',
    'generated once, kept in DATA_DIR',
    'Signs tokens and cookies; must be the same on every node',
    secret,
  ),
  registration: withFallback('REGISTRATION', 'closed', '`open` lets anyone register', oneOf(['closed', 'open'])),
  requireSecondFactor: withFallback(
    'REQUIRE_2FA',
    'off',
    '`on` requires a second factor of every user; those without one must set it up after signing in. Keys are not affected',
    oneOf(['off', 'on']),
  ),
  oidcIssuer: optional(
    'OIDC_ISSUER',
    'no single sign-on',
    'Identity provider for single sign-on with OpenID Connect, such as `https://login.example/realms/staff`; `http://` only on this machine',
    readIssuer,
  ),
  oidcClientId: optional('OIDC_CLIENT_ID', 'none', 'ID under which the provider knows this service', path),
  oidcClientSecret: optional('OIDC_CLIENT_SECRET', 'none', 'Secret that the provider gave to this service', path),
  oidcName: optional('OIDC_NAME', 'none', 'Name of the provider on the sign-in button, such as `Keycloak`', label),
  oidcScopes: withFallback(
    'OIDC_SCOPES',
    'openid email profile',
    'Scopes that are requested, separated by spaces; some providers need `groups` too',
    readScopes,
  ),
  oidcGroupsClaim: withFallback(
    'OIDC_GROUPS_CLAIM',
    'groups',
    'Claim with the groups of a user; dots name nested fields, as in `realm_access.roles`',
    path,
  ),
  oidcAdminGroup: optional('OIDC_ADMIN_GROUP', 'none', 'Group whose members are administrators of this service', path),
  oidcWorkspaces: optional(
    'OIDC_WORKSPACES',
    'none',
    'Roles of groups in workspaces, `GROUP=WORKSPACE:ROLE,…`, such as `developers=12:editor,leads=12:admin`',
    readGroupRoles,
  ),
  oidcOnly: withFallback(
    'OIDC_ONLY',
    'off',
    '`on` turns off passwords, passkeys, registration and password resets; without the provider, only `signpost user reset` lets someone in',
    oneOf(['off', 'on']),
  ),
  rateLimit: withFallback(
    'RATE_LIMIT',
    '30',
    'API requests per key and window; all keys of a user together get ten times as many',
    wholeNumber(1, 1_000_000),
  ),
  rateWindowSeconds: withFallback(
    'RATE_WINDOW',
    '60',
    'Length of the rate limit window in seconds',
    wholeNumber(1, 86_400),
  ),
  compatible: withFallback(
    'COMPATIBLE',
    '',
    'Other products whose APIs this server also provides, separated by commas: `yourls`, `shlink`, `kutt`, `bitly`, `dub`, `polr`, `older` (`GET /api?key=…` and `Authorization: Token`), or `all`',
    readCompatible,
  ),
  trustProxy: withFallback(
    'TRUST_PROXY',
    '',
    'Proxies whose `X-Forwarded-For` is trusted: IP addresses, CIDRs or `loopback`, separated by commas',
    ranges,
  ),
  webhookAllow: withFallback(
    'WEBHOOK_ALLOW',
    '',
    'Private addresses that webhooks may use, also with http and any port: IP addresses, CIDRs or `loopback`, separated by commas',
    ranges,
  ),
  domainCheck: withFallback(
    'DOMAIN_CHECK',
    'off',
    '`dns` rejects a branded domain until it points to the host of BASE_URL',
    oneOf(['off', 'dns']),
  ),
  geoipDb: optional('GEOIP_DB', 'bundled data', 'Geolocation database to use instead, in mmdb format', path),
  pixelPrivacy: withFallback(
    'PIXEL_PRIVACY',
    'respect',
    '`respect` fires no pixels for visitors who send `Sec-GPC: 1` or `DNT: 1`; `ignore` fires them anyway',
    oneOf(['respect', 'ignore']),
  ),
  pixelConsent: withFallback(
    'PIXEL_CONSENT',
    'off',
    'Who must consent before pixels fire: `off` nobody, `eu` visitors from the EU, the EEA, the United Kingdom and Switzerland, `all` everyone',
    oneOf(['off', 'eu', 'all']),
  ),
  workers: withFallback(
    'WORKERS',
    '1',
    'Number of server processes on this machine; use up to one per core',
    wholeNumber(1, 64),
  ),
  clickRetentionDays: withFallback(
    'CLICK_RETENTION_DAYS',
    '90',
    'How many days individual clicks are kept (totals are kept forever); 0 = none',
    wholeNumber(0, 3_650),
  ),
  auditRetentionDays: withFallback(
    'AUDIT_RETENTION_DAYS',
    '365',
    'How many days the audit log and the history of links are kept',
    wholeNumber(1, 36_500),
  ),
  backupEveryMs: withFallback(
    'BACKUP_EVERY',
    'off',
    'How often the server backs up the database to `DATA_DIR/backups`, such as `30m`, `24h` or `7d`',
    intervalOrOff,
  ),
  backupKeep: withFallback(
    'BACKUP_KEEP',
    '7',
    'How many of these backups are kept; older ones are deleted',
    wholeNumber(1, 10_000),
  ),
  backupUrl: optional(
    'BACKUP_URL',
    'backups in DATA_DIR',
    'Bucket for these backups instead of `DATA_DIR/backups`, `https://KEY:SECRET@host/bucket?region=…`',
    bucketUrl,
  ),
  backupBeforeMigration: withFallback(
    'BACKUP_BEFORE_MIGRATION',
    'on',
    '`off` migrates the database to a new version without a backup in `DATA_DIR/backups`',
    oneOf(['on', 'off']),
  ),
  pageLogo: optional('PAGE_LOGO', 'none', 'PNG or JPEG logo shown on public pages', path),
  pageColor: optional('PAGE_COLOR', 'green', 'Accent color of public pages, `#rrggbb`', color),
  pageName: withFallback(
    'PAGE_NAME',
    'on',
    '`off` removes “Signpost” from the footer of public pages',
    oneOf(['on', 'off']),
  ),
  releasesUrl: optional(
    'SIGNPOST_RELEASES',
    'that of the executable',
    'Address of the releases, for `signpost upgrade --check`, such as `https://github.com/OWNER/signpost/releases`',
    httpUrl,
  ),
  otelEndpoint: optional(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'no traces',
    'OpenTelemetry collector for traces of API requests, by OTLP over HTTP, such as `http://localhost:4318`',
    (text) => urlWith(['http:', 'https:'])(text).href,
  ),
  otelHeaders: optional(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'none',
    'Headers for the collector, `NAME=VALUE,…`, with URL-encoded values',
    readHeaderList,
  ),
  otelRatio: withFallback(
    'OTEL_TRACES_SAMPLER_ARG',
    '1',
    'Share of API requests that are traced, from 0 to 1; a client that sends `traceparent` decides for itself',
    readShare,
  ),
  logLevel: withFallback('LOG_LEVEL', 'info', `Minimum log level: ${LOG_LEVELS.join(', ')}`, oneOf(LOG_LEVELS)),
};
