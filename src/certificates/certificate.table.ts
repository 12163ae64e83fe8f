import type { ChallengeKind } from './certificate.ts';

/** One row for each name that has a certificate or should get one. */
export interface CertificateTable {
  name: string;
  /** PEM, the certificate of the name first; null before the first one is issued. */
  chain: string | null;
  /** PEM, encrypted with SECRET. */
  sealed_key: string | null;
  issued_at: number | null;
  expires_at: number | null;
  /** When the next order is due: the renewal, or the retry after a failure. */
  next_attempt_at: number;
  /** When the certificate authority is next asked for its renewal window; null without a certificate. */
  renewal_check_at: number | null;
  ordered_at: number | null;
  /** Failed orders since the last success. */
  failures: number;
  problem: string | null;
}

/** The expected responses to challenges of orders in progress, for all nodes. */
export interface AcmeChallengeTable {
  token: string;
  name: string;
  kind: ChallengeKind;
  /** The key authorization of http-01, or the sealed certificate and key of tls-alpn-01. */
  response: string;
  created_at: number;
}
