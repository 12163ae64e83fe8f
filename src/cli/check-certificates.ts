import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { listStatuses } from '../certificates/certificate.store.ts';
import { certificateStateOf } from '../certificates/certificate.ts';
import { FileCertificates } from '../certificates/file-certificates.ts';
import type { Config } from '../config/config.ts';
import { pendingMigrations } from '../db/migrate.ts';
import { explainStoreError, openDatabase, sqlitePath } from '../db/open.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { createLog } from '../lib/log.ts';
import { Warning } from './warning.ts';

const SOON_MS = 7 * 86_400_000;
const SHOWN = 5;

function checkFiles({ tlsCert: cert = '', tlsKey: key = '' }: Config): string {
  const files = new FileCertificates({ cert, key, log: createLog('silent', () => {}) });
  files.close();
  const [certificate] = files.list();
  const { validTo, subjectAltName = '' } = new X509Certificate(certificate?.chain ?? '');
  const expiresAt = Date.parse(validTo);
  const text = `The certificate in TLS_CERT (${subjectAltName}) is valid until ${formatDateTime(expiresAt)} UTC`;
  if (expiresAt < Date.now() + SOON_MS)
    throw new Warning(`${text}. Replace it; the server reads the new file automatically.`);
  return `${text}.`;
}

async function listAll(config: Config) {
  if (config.databaseUrl === undefined && !existsSync(sqlitePath(config))) return [];
  try {
    const database = await openDatabase(config);
    try {
      const isMigrated = (await pendingMigrations(database)).length === 0;
      return isMigrated ? await listStatuses(database.db) : [];
    } finally {
      await database.close();
    }
  } catch (error) {
    throw explainStoreError(error, config);
  }
}

/** Tells the state of the certificates; a Warning if one is missing or about to expire. */
export async function checkCertificates(config: Config): Promise<string> {
  if (config.https === 'off') return 'HTTPS is off: a proxy in front of the server has to provide it.';
  if (config.https === 'files') return checkFiles(config);
  const all = await listAll(config);
  const now = Date.now();
  const bad = all.filter(
    (status) =>
      certificateStateOf(status, now) !== 'valid' || (status.failures > 0 && (status.expiresAt ?? 0) < now + SOON_MS),
  );
  if (bad.length === 0) return `${all.length} certificates are valid.`;
  const named = bad.slice(0, SHOWN).map(({ name, problem }) => `${name} (${problem ?? 'not issued yet'})`);
  throw new Warning(
    `${bad.length} of ${all.length} domains have no valid certificate: ${named.join(', ')}. Port 80 or 443 of this server must be reachable from the internet under these names.`,
  );
}
