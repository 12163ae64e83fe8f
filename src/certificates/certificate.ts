/** How a certificate authority checks that a name belongs to this server: over port 80, or over port 443. */
export const challengeKinds = ['http-01', 'tls-alpn-01'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

/** The path of the responses to http-01 challenges; the token follows. */
export const CHALLENGE_PATH = '/.well-known/acme-challenge/';

/** A certificate as a listener uses it. */
export interface TlsCertificate {
  name: string;
  /** PEM, with the intermediate certificates. */
  chain: string;
  /** PEM. */
  key: string;
}

/** The response to a tls-alpn-01 challenge. */
export interface ChallengeCertificate {
  name: string;
  /** The certificate and its key, in PEM. */
  pem: string;
}

/** The certificates that HTTPS connections get. */
export interface CertificateSource {
  /** The current ones; connections without a known name get the first one. Empty until the first one exists. */
  list(): TlsCertificate[];
  /** Whether an HTTPS connection for this host name gets a certificate of this name. */
  covers(name: string): boolean;
  /** The responses to tls-alpn-01 challenges that are pending. */
  listChallenges(): ChallengeCertificate[];
  /** Calls the listener after each change of the certificates or the challenges. */
  onChange(listener: () => void): void;
}

/** What happens to the certificate of a name. */
export const certificateStates = ['valid', 'pending', 'failing', 'expired'] as const;
export type CertificateState = (typeof certificateStates)[number];

/** A stored certificate without its key. */
export interface CertificateStatus {
  name: string;
  issuedAt: number | null;
  expiresAt: number | null;
  nextAttemptAt: number;
  failures: number;
  problem: string | null;
}

export function certificateStateOf({ expiresAt, failures }: CertificateStatus, now: number): CertificateState {
  if (expiresAt !== null) return expiresAt > now ? 'valid' : 'expired';
  return failures > 0 ? 'failing' : 'pending';
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

// Let's Encrypt accepts five failed validations of a name per hour.
const RETRY_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];

/** How long to wait after this many failed orders in a row. */
export function retryDelayMs(failures: number): number {
  return RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length) - 1] ?? MINUTE_MS;
}

/** When to renew without advice of the certificate authority: after two thirds of the lifetime. */
export function defaultRenewalTime(issuedAt: number, expiresAt: number): number {
  return Math.floor(issuedAt + ((expiresAt - issuedAt) * 2) / 3);
}

/** A time in which the certificate authority wants a certificate to be renewed (RFC 9773). */
export interface RenewalWindow {
  start: number;
  end: number;
}

/** A random time in the window, so that not everyone renews at its start; now if that has passed. */
export function timeInWindow({ start, end }: RenewalWindow, now: number, random: () => number): number {
  return Math.max(now, Math.floor(start + (end - start) * random()));
}

/** Whether a certificate authority can issue a certificate for this name: not for addresses or names without a dot. */
export function isCertifiable(name: string): boolean {
  return name.includes('.') && !/^[\d.]+$/.test(name) && !name.includes(':') && !name.endsWith('.localhost');
}
