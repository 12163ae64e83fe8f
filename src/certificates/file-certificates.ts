import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from '../config/config.ts';
import type { Log } from '../lib/log.ts';
import type { CertificateSource, TlsCertificate } from './certificate.ts';

const LOOK_EVERY_MS = 10_000;

interface Parts {
  /** The path of TLS_CERT. */
  cert: string;
  /** The path of TLS_KEY. */
  key: string;
  log: Log;
}

function readPem(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`${variable} cannot be read: ${(error as Error).message}.`);
  }
}

/** The certificate of HTTPS=files. It is read again after its files have changed. */
export class FileCertificates implements CertificateSource {
  readonly #parts: Parts;
  readonly #listeners: (() => void)[] = [];
  readonly #timer: NodeJS.Timeout;
  #stamp: string;
  #certificate: TlsCertificate;
  #parsed: X509Certificate;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#stamp = this.#readStamp();
    [this.#certificate, this.#parsed] = this.#read();
    this.#timer = setInterval(() => this.refresh(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  list(): TlsCertificate[] {
    return [this.#certificate];
  }

  listChallenges(): [] {
    return [];
  }

  covers(name: string): boolean {
    return this.#parsed.checkHost(name) !== undefined;
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the files if they have changed. While they do not fit together, the old certificate stays. */
  refresh(): void {
    try {
      const stamp = this.#readStamp();
      if (stamp === this.#stamp) return;
      [this.#certificate, this.#parsed] = this.#read();
      this.#stamp = stamp;
    } catch (error) {
      this.#parts.log.error('the changed certificate cannot be used; the old one stays', { error });
      return;
    }
    this.#parts.log.info('the certificate was read again', { expires: this.#parsed.validTo });
    for (const listener of this.#listeners) listener();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #readStamp(): string {
    const { cert, key } = this.#parts;
    const stampOf = (file: string) => {
      const found = statSync(file, { throwIfNoEntry: false });
      return `${found?.mtimeMs}:${found?.size}:${found?.ino}`;
    };
    return `${stampOf(cert)} ${stampOf(key)}`;
  }

  #read(): [TlsCertificate, X509Certificate] {
    const chain = readPem('TLS_CERT', this.#parts.cert);
    const key = readPem('TLS_KEY', this.#parts.key);
    let parsed: X509Certificate;
    try {
      parsed = new X509Certificate(chain);
    } catch {
      throw new ConfigError('TLS_CERT contains no certificate in PEM format.');
    }
    if (!fitsKey(parsed, key)) throw new ConfigError('TLS_KEY is not the private key of the certificate in TLS_CERT.');
    return [{ name: parsed.subject, chain, key }, parsed];
  }
}

function fitsKey(certificate: X509Certificate, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
