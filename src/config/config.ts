import { readFileSync } from 'node:fs';
import { type Setting, settings } from './settings.ts';
import { SECRET_NAMES, type ShownSetting, showSettings } from './shown-settings.ts';

type Values = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['read']> };

/** The whole configuration. It is read once and passed to the parts that need it. */
export interface Config extends Omit<Values, 'baseUrl'> {
  baseUrl: string;
  /** Whether BASE_URL is set. If not, every Host header is accepted. */
  isBaseUrlSet: boolean;
  /** Every setting as administrators see it, without secrets. */
  shown: ShownSetting[];
}

/** An invalid variable; the message is one sentence that names it. */
export class ConfigError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ConfigError';
  }
}

type Environment = Record<string, string | undefined>;

function readText(environment: Environment, name: string): string | undefined {
  const text = environment[name] || undefined;
  const file = environment[`${name}_FILE`] || undefined;
  if (file === undefined) return text;
  if (text !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set; remove one of them.`);
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    throw new ConfigError(`${name}_FILE cannot be read: ${(error as Error).message}.`);
  }
}

function readSetting<T>(environment: Environment, setting: Setting<T>): T {
  const text = readText(environment, setting.name);
  try {
    return setting.read(text);
  } catch (error) {
    // The message repeats the invalid value, unless it could be a secret.
    const shown = SECRET_NAMES.includes(setting.name) ? '' : `, not ${JSON.stringify(text)}`;
    throw new ConfigError(`${setting.name} ${(error as Error).message}${shown}.`);
  }
}

function assertHttps({ https, baseUrl, acmeEmail, acmeEabKid, acmeEabHmacKey, tlsCert, tlsKey }: Values): void {
  if (https === 'off') return;
  if (!baseUrl?.startsWith('https:')) {
    throw new ConfigError(`HTTPS=${https} requires BASE_URL with https://, such as https://sgn.example.`);
  }
  if (https === 'files') {
    if (tlsCert === undefined) throw new ConfigError('HTTPS=files requires TLS_CERT, the path of your certificate.');
    if (tlsKey === undefined) throw new ConfigError('HTTPS=files requires TLS_KEY, the path of its private key.');
    return;
  }
  const { hostname } = new URL(baseUrl);
  if (!hostname.includes('.') || /^[\d.]+$/.test(hostname)) {
    throw new ConfigError(`HTTPS=auto requires a public host name in BASE_URL, not ${hostname}.`);
  }
  if (acmeEmail === undefined) {
    throw new ConfigError('HTTPS=auto requires ACME_EMAIL, your email address for the certificate authority.');
  }
  if ((acmeEabKid === undefined) !== (acmeEabHmacKey === undefined)) {
    throw new ConfigError('ACME_EAB_KID and ACME_EAB_HMAC_KEY must be set together.');
  }
}

/** The settings of single sign-on that make no sense without a provider. */
const OIDC_NEEDS = ['oidcClientId', 'oidcClientSecret', 'oidcAdminGroup', 'oidcWorkspaces'] as const;

function assertOidc(values: Values): void {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcOnly } = values;
  if (oidcIssuer === undefined) {
    const needing = oidcOnly === 'on' ? 'oidcOnly' : OIDC_NEEDS.find((key) => values[key] !== undefined);
    if (needing) throw new ConfigError(`${settings[needing].name} requires OIDC_ISSUER, the URL of the provider.`);
    return;
  }
  if (oidcClientId === undefined) {
    throw new ConfigError('OIDC_ISSUER requires OIDC_CLIENT_ID, the ID under which the provider knows this service.');
  }
  if (oidcClientSecret === undefined) {
    throw new ConfigError(
      'OIDC_ISSUER requires OIDC_CLIENT_SECRET, the secret that the provider gave to this service.',
    );
  }
}

/** Reads the configuration from the environment; throws a ConfigError at the first invalid value. */
export function readConfig(environment: Environment = process.env): Config {
  const entries = Object.entries(settings).map(([key, setting]) => [
    key,
    readSetting(environment, setting as Setting<unknown>),
  ]);
  const values = Object.fromEntries(entries) as Values;
  const isBaseUrlSet = values.baseUrl !== undefined;
  if (values.domainCheck === 'dns' && !isBaseUrlSet) {
    throw new ConfigError('DOMAIN_CHECK=dns requires BASE_URL: domains must point to its host.');
  }
  if (values.databaseReplicaUrl !== undefined && values.databaseUrl === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL requires DATABASE_URL: only PostgreSQL has replicas.');
  }
  assertHttps(values);
  assertOidc(values);
  const shown = showSettings((name) => readText(environment, name));
  return { ...values, isBaseUrlSet, shown, baseUrl: values.baseUrl ?? `http://localhost:${values.port}` };
}
