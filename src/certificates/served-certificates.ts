import type { Db } from '../db/db.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { unsealText } from '../lib/seal.ts';
import { listChallenges, listIssued, readCertificateVersion } from './certificate.store.ts';
import type { CertificateSource, ChallengeCertificate, TlsCertificate } from './certificate.ts';

/** The purpose in the encryption of private keys. */
export const KEY_PURPOSE = 'private keys of certificates';

interface Parts {
  db: Db;
  secret: string;
  /** The host of BASE_URL: its certificate is the default. */
  mainName: string;
  log: Log;
  now: Clock;
}

/** The certificates in the store. Other nodes may issue them, so the store is asked regularly. */
export class ServedCertificates implements CertificateSource {
  readonly #parts: Parts;
  readonly #listeners: (() => void)[] = [];
  #version = '';
  #certificates: TlsCertificate[] = [];
  #names = new Set<string>();
  #challenges: ChallengeCertificate[] = [];
  #tokens = '';

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  list(): TlsCertificate[] {
    return this.#certificates;
  }

  listChallenges(): ChallengeCertificate[] {
    return this.#challenges;
  }

  covers(name: string): boolean {
    return this.#names.has(name);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the certificates and challenges again if they have changed. */
  async refresh(): Promise<void> {
    const haveCertificatesChanged = await this.#refreshCertificates();
    const haveChallengesChanged = await this.#refreshChallenges();
    if (!haveCertificatesChanged && !haveChallengesChanged) return;
    for (const listener of this.#listeners) listener();
  }

  async #refreshCertificates(): Promise<boolean> {
    const { db, mainName, now } = this.#parts;
    const version = await readCertificateVersion(db);
    if (version === this.#version) return false;
    const sealed = await listIssued(db, now());
    const readable = sealed.flatMap(({ name, chain, sealedKey }) => this.#unseal(name, chain, sealedKey));
    // The first one is the default.
    this.#certificates = readable.sort(
      (left, right) => Number(right.name === mainName) - Number(left.name === mainName),
    );
    this.#names = new Set(this.#certificates.map(({ name }) => name));
    this.#version = version;
    return true;
  }

  async #refreshChallenges(): Promise<boolean> {
    const { db, secret } = this.#parts;
    const stored = await listChallenges(db, 'tls-alpn-01');
    const tokens = stored.map(({ token }) => token).join();
    if (tokens === this.#tokens) return false;
    this.#challenges = stored.flatMap(({ name, response }) => {
      const pem = unsealText(secret, KEY_PURPOSE, response);
      return pem === undefined ? [] : [{ name, pem }];
    });
    this.#tokens = tokens;
    return true;
  }

  #unseal(name: string, chain: string, sealedKey: string): TlsCertificate[] {
    const key = unsealText(this.#parts.secret, KEY_PURPOSE, sealedKey);
    if (key !== undefined) return [{ name, chain, key }];
    this.#parts.log.error('the key of a certificate was encrypted with another SECRET', { domain: name });
    return [];
  }
}
