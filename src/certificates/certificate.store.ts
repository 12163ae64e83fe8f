import type { Db } from '../db/db.ts';
import type { CertificateStatus, ChallengeKind, TlsCertificate } from './certificate.ts';

/** A stored certificate; its key is encrypted. */
export interface SealedCertificate extends Omit<TlsCertificate, 'key'> {
  sealedKey: string;
}

/** Changes whenever a certificate is issued or removed. */
export async function readCertificateVersion(db: Db): Promise<string> {
  const { count, last } = await db
    .selectFrom('certificates')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('issued_at').as('last')])
    .where('issued_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return `${count}:${last ?? 0}`;
}

/** The certificates that have not expired. */
export async function listIssued(db: Db, now: number): Promise<SealedCertificate[]> {
  const rows = await db
    .selectFrom('certificates')
    .select(['name', 'chain', 'sealed_key'])
    .where('expires_at', '>', now)
    .orderBy('name')
    .execute();
  return rows.flatMap(({ name, chain, sealed_key: sealedKey }) =>
    chain === null || sealedKey === null ? [] : [{ name, chain, sealedKey }],
  );
}

/** What the API and the metrics show of certificates, by name. */
export async function listStatuses(db: Db, names?: string[]): Promise<CertificateStatus[]> {
  const rows = await db
    .selectFrom('certificates')
    .select(['name', 'issued_at', 'expires_at', 'next_attempt_at', 'failures', 'problem'])
    .$if(names !== undefined, (query) => query.where('name', 'in', names ?? []))
    .orderBy('name')
    .limit(10_000)
    .execute();
  return rows.map((row) => ({
    name: row.name,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    nextAttemptAt: row.next_attempt_at,
    failures: row.failures,
    problem: row.problem,
  }));
}

/** Adds names that should get certificates; names that are there already do not change. */
export async function addNames(db: Db, names: string[], now: number): Promise<void> {
  if (names.length === 0) return;
  const rows = names.map((name) => ({ name, next_attempt_at: now, failures: 0 }));
  await db
    .insertInto('certificates')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** A page of the names of verified domains, by domain id. */
export function listVerifiedNames(db: Db, afterId: number, limit: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('domains')
    .select(['id', 'name'])
    .where('verified_at', 'is not', null)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Which of these names are verified domains. */
export async function findVerified(db: Db, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom('domains')
    .select('name')
    .distinct()
    .where('name', 'in', names)
    .where('verified_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

/** A name whose order is due. */
export interface DueName {
  name: string;
  /** The certificate to renew; null for the first one. */
  chain: string | null;
  failures: number;
}

export function listDue(db: Db, now: number, limit: number): Promise<DueName[]> {
  return db
    .selectFrom('certificates')
    .select(['name', 'chain', 'failures'])
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

/** A certificate whose renewal window is to be asked for. */
export interface RenewalCheck {
  name: string;
  chain: string;
}

/** The certificates to check; after a failed renewal, the retry decides. */
export async function listRenewalChecks(db: Db, now: number, limit: number): Promise<RenewalCheck[]> {
  const rows = await db
    .selectFrom('certificates')
    .select(['name', 'chain'])
    .where('renewal_check_at', '<=', now)
    .where('failures', '=', 0)
    .orderBy('renewal_check_at')
    .limit(limit)
    .execute();
  return rows.flatMap(({ name, chain }) => (chain === null ? [] : [{ name, chain }]));
}

/** How many names were ordered after a time. */
export async function countOrdered(db: Db, after: number): Promise<number> {
  const { count } = await db
    .selectFrom('certificates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ordered_at', '>', after)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Changes to the row of a name. */
export interface CertificateChange {
  chain?: string;
  sealed_key?: string;
  issued_at?: number;
  expires_at?: number;
  next_attempt_at?: number;
  renewal_check_at?: number | null;
  ordered_at?: number;
  failures?: number;
  problem?: string | null;
}

export async function updateCertificate(db: Db, name: string, change: CertificateChange): Promise<void> {
  await db.updateTable('certificates').set(change).where('name', '=', name).execute();
}

/** Makes a failed order due now; false unless one has failed and waits for its next attempt. */
export async function retryNow(db: Db, name: string, now: number, orderedBefore: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('certificates')
    .set({ next_attempt_at: now })
    .where('name', '=', name)
    .where('failures', '>', 0)
    .where('ordered_at', '<=', orderedBefore)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function deleteCertificate(db: Db, name: string): Promise<void> {
  await db.deleteFrom('certificates').where('name', '=', name).execute();
}

/** The response to a challenge of an order in progress. */
export interface StoredChallenge {
  token: string;
  name: string;
  kind: ChallengeKind;
  response: string;
}

export async function addChallenge(db: Db, challenge: StoredChallenge, now: number): Promise<void> {
  await db
    .insertInto('acme_challenges')
    .values({ ...challenge, created_at: now })
    .onConflict((conflict) => conflict.column('token').doUpdateSet({ response: challenge.response }))
    .execute();
}

export async function findChallenge(db: Db, token: string, kind: ChallengeKind): Promise<string | undefined> {
  const row = await db
    .selectFrom('acme_challenges')
    .select('response')
    .where('token', '=', token)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.response;
}

/** The challenges of one kind that wait for the certificate authority, in a stable order. */
export function listChallenges(db: Db, kind: ChallengeKind): Promise<StoredChallenge[]> {
  const columns = ['token', 'name', 'kind', 'response'] as const;
  return db.selectFrom('acme_challenges').select(columns).where('kind', '=', kind).orderBy('token').execute();
}

export async function deleteChallenge(db: Db, token: string): Promise<void> {
  await db.deleteFrom('acme_challenges').where('token', '=', token).execute();
}

/** Deletes the challenges of orders that a stopped process left. */
export async function deleteOldChallenges(db: Db, before: number): Promise<void> {
  await db.deleteFrom('acme_challenges').where('created_at', '<', before).execute();
}
