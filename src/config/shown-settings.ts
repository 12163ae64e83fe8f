import { settings } from './settings.ts';

/** A setting as administrators see it; a secret never has a value. */
export interface ShownSetting {
  name: string;
  means: string;
  isSet: boolean;
  /** The value in force if it is set; null if it is not set, or is a secret. */
  value: string | null;
  /** What applies if it is not set, as the documentation says it. */
  fallback: string;
  isSecret: boolean;
}

/** The settings whose value, or a part of it, is a secret. */
export const SECRET_NAMES = [
  'SECRET',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'S3_URL',
  'SMTP_URL',
  'BACKUP_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'ACME_EAB_HMAC_KEY',
  'OIDC_CLIENT_SECRET',
];

const HIDDEN = '***';
const SECRET_PARAMETER = /pass|secret|key|token|sig/i;

// A setting that is added later without an entry above.
const LOOKS_SECRET = /SECRET|HMAC|PASSWORD|TOKEN/;

/** Hides the credentials in a URL: its user name too, because that is the access key of a bucket. Undefined if it is no URL. */
export function hideCredentials(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || url.host === '') return undefined;
  if (url.username !== '') url.username = HIDDEN;
  if (url.password !== '') url.password = HIDDEN;
  for (const name of [...url.searchParams.keys()]) {
    if (SECRET_PARAMETER.test(name)) url.searchParams.set(name, HIDDEN);
  }
  return url.href;
}

function show(name: string, text: string): string | null {
  if (!SECRET_NAMES.includes(name) && !LOOKS_SECRET.test(name)) return text;
  return hideCredentials(text) ?? null;
}

/** Lists every setting with its value, in the order of the documentation. */
export function showSettings(readText: (name: string) => string | undefined): ShownSetting[] {
  return Object.values(settings).map(({ name, means, fallback }) => {
    const text = readText(name);
    const value = text === undefined ? null : show(name, text);
    return { name, means, isSet: text !== undefined, value, fallback, isSecret: text !== undefined && value === null };
  });
}
