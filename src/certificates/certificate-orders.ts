import { setTimeout } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { type Lease, releaseLease, takeLease } from '../db/lease.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { sealText, unsealText } from '../lib/seal.ts';
import { randomToken } from '../lib/token.ts';
import { findAcmeAccount, saveAcmeAccount } from './acme-account.store.ts';
import { type AcmeAccount, AcmeError, type ExternalAccount, type RunAcmeTask } from './acme-tasks.ts';
import * as store from './certificate.store.ts';
import {
  type ChallengeKind,
  defaultRenewalTime,
  isCertifiable,
  type RenewalWindow,
  retryDelayMs,
  timeInWindow,
} from './certificate.ts';
import { KEY_PURPOSE } from './served-certificates.ts';

/** What the orders of certificates need. */
export interface OrderParts {
  db: Db;
  secret: string;
  /** The host of BASE_URL, which always gets a certificate. */
  mainName: string;
  directory: string;
  email: string;
  external: ExternalAccount | undefined;
  /** Whether the certificate authority can reach port 80. */
  hasHttp: boolean;
  /** Within this time, every process sees a new tls-alpn-01 challenge and can answer it. */
  challengeSpreadMs: number;
  run: RunAcmeTask;
  /** Ends the tasks in progress, which then reject. */
  stopTasks(): void;
  /** Called after each certificate that was issued. */
  onIssued(): Promise<void>;
  random(): number;
  log: Log;
  now: Clock;
}

const ACCOUNT_PURPOSE = 'the key of the ACME account';
const LOOK_EVERY_MS = 10_000;
const HOLD_MS = 60_000;
const RENEW_LEASE_EVERY_MS = 15_000;
// A name whose validation takes long does not delay the others.
const AT_ONCE = 4;
const PAGE = 500;
const HOUR_MS = 3_600_000;
// Let's Encrypt accepts 300 orders in three hours.
const ORDERS_PER_HOUR = 50;

/** Orders and renews certificates for the main host and all verified domains. One process of all nodes does it at a time. */
export class CertificateOrders {
  /** Orders of this process by result. */
  readonly counts = { issued: 0, failed: 0 };
  readonly #parts: OrderParts;
  readonly #lease: Lease = { name: 'certificates', holder: randomToken(12) };
  #lastSeenId = 0;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  readonly #aborter = new AbortController();

  constructor(parts: OrderParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#lookAfter(0);
  }

  /** A domain was added, verified or deleted. */
  async notice(name: string): Promise<void> {
    const { db, now, log } = this.#parts;
    try {
      if (!isCertifiable(name) || !(await store.findVerified(db, [name])).has(name)) return;
      await store.addNames(db, [name], now());
      this.#lookAfter(0);
    } catch (error) {
      // The regular look finds the name later.
      log.warn('a domain could not be added to the certificates', { domain: name, error });
    }
  }

  /** Looks for due orders soon. */
  lookSoon(): void {
    this.#lookAfter(0);
  }

  async close(): Promise<void> {
    this.#aborter.abort();
    clearTimeout(this.#timer);
    this.#parts.stopTasks();
    await this.#looking;
  }

  get #isClosed(): boolean {
    return this.#aborter.signal.aborted;
  }

  /** Places the orders that are due, unless another process does. */
  async look(): Promise<void> {
    const { db, now } = this.#parts;
    await this.#addMissingNames();
    const due = await store.listDue(db, now(), PAGE);
    const checks = await store.listRenewalChecks(db, now(), PAGE);
    if (due.length + checks.length === 0) return;
    if (!(await takeLease(db, this.#lease, now(), HOLD_MS))) return;
    const renewal = setInterval(() => {
      takeLease(db, this.#lease, now(), HOLD_MS).catch(() => {});
    }, RENEW_LEASE_EVERY_MS);
    try {
      await store.deleteOldChallenges(db, now() - HOUR_MS);
      for (const check of checks) await this.#checkRenewal(check);
      await this.#placeOrders(due);
    } finally {
      clearInterval(renewal);
      await releaseLease(db, this.#lease);
    }
  }

  #lookAfter(ms: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = globalThis.setTimeout(() => {
      this.#looking = this.#looking.then(() => this.#lookSafely());
    }, ms);
    this.#timer.unref();
  }

  async #lookSafely(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.look();
    } catch (error) {
      if (!this.#isClosed) this.#parts.log.error('the look for due certificates failed', { error });
    }
    this.#lookAfter(LOOK_EVERY_MS);
  }

  /** Adds the main host and one page of verified domains; the next look continues after that page. */
  async #addMissingNames(): Promise<void> {
    const { db, mainName, now } = this.#parts;
    const page = await store.listVerifiedNames(db, this.#lastSeenId, PAGE);
    this.#lastSeenId = page.length < PAGE ? 0 : (page.at(-1)?.id ?? 0);
    const names = [mainName, ...page.map(({ name }) => name)];
    await store.addNames(db, [...new Set(names)].filter(isCertifiable), now());
  }

  async #placeOrders(due: store.DueName[]): Promise<void> {
    const { db, mainName, now } = this.#parts;
    if (now() < this.#pausedUntil) return;
    const verified = await store.findVerified(
      db,
      due.map(({ name }) => name),
    );
    const wanted = due.filter(({ name }) => name === mainName || verified.has(name));
    for (const { name } of due) {
      if (name !== mainName && !verified.has(name)) await store.deleteCertificate(db, name);
    }
    const free = ORDERS_PER_HOUR - (await store.countOrdered(db, now() - HOUR_MS));
    const waiting = wanted.slice(0, Math.max(0, free));
    if (waiting.length === 0) return;
    const account = this.#getAccount();
    // Each order reports it.
    account.catch(() => {});
    const placeNext = async () => {
      for (let next = waiting.shift(); next && !this.#isClosed; next = waiting.shift()) {
        if (now() < this.#pausedUntil) return;
        await this.#order(account, next);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, placeNext));
  }

  async #order(account: Promise<AcmeAccount>, due: store.DueName): Promise<void> {
    const { name, failures } = due;
    const { db, secret, log, now } = this.#parts;
    const orderedAt = now();
    try {
      await store.updateCertificate(db, name, { ordered_at: orderedAt });
      const { key, ...issued } = await this.#obtain(await account, due);
      await store.updateCertificate(db, name, {
        chain: issued.chain,
        sealed_key: sealText(secret, KEY_PURPOSE, key),
        issued_at: now(),
        expires_at: issued.expiresAt,
        next_attempt_at: defaultRenewalTime(issued.issuedAt, issued.expiresAt),
        renewal_check_at: now(),
        failures: 0,
        problem: null,
      });
      this.counts.issued += 1;
      const expires = new Date(issued.expiresAt).toISOString();
      log.info('a certificate was issued', { domain: name, expires, ms: now() - orderedAt });
    } catch (error) {
      await this.#keepFailure(name, failures + 1, error);
      return;
    }
    await this.#parts.onIssued();
  }

  async #keepFailure(name: string, failures: number, error: unknown): Promise<void> {
    const { db, log, now } = this.#parts;
    if (this.#isClosed) return;
    this.counts.failed += 1;
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 1_000);
    const pauseMs = error instanceof AcmeError ? (error.pauseMs ?? 0) : 0;
    this.#pausedUntil = Math.max(this.#pausedUntil, now() + pauseMs);
    const next = now() + Math.max(pauseMs, retryDelayMs(failures));
    await store.updateCertificate(db, name, { failures, problem, next_attempt_at: next });
    log.warn('a certificate could not be obtained', {
      domain: name,
      failures,
      problem,
      next: new Date(next).toISOString(),
    });
  }

  /** Runs one order from its start to the certificate. */
  async #obtain(account: AcmeAccount, { name, chain, failures }: store.DueName) {
    const { db, run, hasHttp, challengeSpreadMs, now } = this.#parts;
    // After a failure the other challenge is tried: one of the two ports may be blocked.
    const kind: ChallengeKind = hasHttp && failures % 2 === 0 ? 'http-01' : 'tls-alpn-01';
    const replaces = chain !== null && failures === 0 ? { replaces: chain } : {};
    const begun = await run('beginOrder', { account, name, kind, ...replaces });
    const { challenge } = begun;
    if (!challenge) return run('finishOrder', { account, name, begun });
    const response =
      kind === 'http-01' ? challenge.response : sealText(this.#parts.secret, KEY_PURPOSE, challenge.response);
    await store.addChallenge(db, { token: challenge.token, name, kind, response }, now());
    try {
      if (kind === 'tls-alpn-01') await setTimeout(challengeSpreadMs, undefined, { signal: this.#aborter.signal });
      return await run('finishOrder', { account, name, begun });
    } finally {
      await store.deleteChallenge(db, challenge.token);
    }
  }

  /** The account of this installation; it is created for the first order. */
  async #getAccount(): Promise<AcmeAccount> {
    const { db, secret, directory, email, external, run } = this.#parts;
    const stored = await findAcmeAccount(db, directory);
    const key = stored && unsealText(secret, ACCOUNT_PURPOSE, stored.sealedKey);
    if (stored && key !== undefined) return { directory, url: stored.url, key };
    const account = await run('createAccount', { directory, email, ...(external && { external }) });
    await saveAcmeAccount(db, {
      directory,
      url: account.url,
      sealedKey: sealText(secret, ACCOUNT_PURPOSE, account.key),
    });
    return account;
  }

  /** Asks the certificate authority when it wants a certificate to be renewed. */
  async #checkRenewal({ name, chain }: store.RenewalCheck): Promise<void> {
    const { db, directory, run, random, log, now } = this.#parts;
    let window: RenewalWindow | undefined;
    let askAgainMs = HOUR_MS;
    try {
      ({ window, askAgainMs } = await run('readRenewalAdvice', { directory, chain }));
    } catch (error) {
      log.warn('the renewal window of a certificate could not be read', { domain: name, error });
    }
    await store.updateCertificate(db, name, {
      renewal_check_at: now() + askAgainMs,
      ...(window && { next_attempt_at: timeInWindow(window, now(), random) }),
    });
  }
}
