import type { Db } from '../db/db.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { unsealText } from '../lib/seal.ts';
import { listIssued, readCertificateVersion } from './certificate.store.ts';
import type { CertificateSource, TlsCertificate } from './certificate.ts';

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

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  list(): TlsCertificate[] {
    return this.#certificates;
  }

  covers(name: string): boolean {
    return this.#names.has(name);
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the certificates again if one was issued or removed. */
  async refresh(): Promise<void> {
    const { db, mainName, now } = this.#parts;
    const version = await readCertificateVersion(db);
    if (version === this.#version) return;
    const sealed = await listIssued(db, now());
    const readable = sealed.flatMap(({ name, chain, sealedKey }) => this.#unseal(name, chain, sealedKey));
    // The first one is the default.
    this.#certificates = readable.sort(
      (left, right) => Number(right.name === mainName) - Number(left.name === mainName),
    );
    this.#names = new Set(this.#certificates.map(({ name }) => name));
    this.#version = version;
    for (const listener of this.#listeners) listener();
  }

  #unseal(name: string, chain: string, sealedKey: string): TlsCertificate[] {
    const key = unsealText(this.#parts.secret, KEY_PURPOSE, sealedKey);
    if (key !== undefined) return [{ name, chain, key }];
    this.#parts.log.error('the key of a certificate was encrypted with another SECRET', { domain: name });
    return [];
  }
}
