import { failure } from '../core/errors.ts';
import { assertAdmin } from '../http/assert-admin.ts';
import { ok } from '../http/envelope.ts';
import { adminRequired } from '../http/failures.ts';
import { type Route, route } from '../http/route.ts';
import { formatDateTime, formatOptional } from '../lib/date-time.ts';
import * as contract from './certificate.contract.ts';
import { type CertificateStatus, certificateStateOf } from './certificate.ts';

export const certificateNotRetried = failure(
  'conflict',
  'certificate_not_retried',
  'Only a failed order can be repeated, ten minutes after the last attempt at the earliest.',
);

/** What the endpoints need of the certificates. */
export interface CertificateControl {
  https: 'off' | 'auto' | 'files';
  list(): Promise<CertificateStatus[]>;
  /** Repeats a failed order now; false if there is none, or if the last attempt was a short time ago. */
  retry(name: string): Promise<boolean>;
}

/** A certificate as the API shows it. */
export function toCertificateView(status: CertificateStatus, now: number): contract.CertificateView {
  const { name, issuedAt, expiresAt, nextAttemptAt, failures, problem } = status;
  return {
    domain: name,
    state: certificateStateOf(status, now),
    issued: formatOptional(issuedAt),
    expires: formatOptional(expiresAt),
    next: formatDateTime(nextAttemptAt),
    failures,
    problem,
  };
}

interface Parts {
  certificates: CertificateControl;
  /** Whether the user has verified the domain of this name. */
  hasVerified(userId: number, name: string): Promise<boolean>;
  now(): number;
}

export function certificateRoutes({ certificates, hasVerified, now }: Parts): Route[] {
  const group = 'Certificates';
  return [
    route({
      method: 'GET',
      path: '/api/certificates',
      group,
      summary: 'List the certificates of HTTPS=auto; for administrators',
      answer: contract.listCertificatesAnswer,
      fails: [adminRequired],
      handle: async ({ caller }) => {
        assertAdmin(caller);
        const statuses = await certificates.list();
        return ok({ https: certificates.https, data: statuses.map((status) => toCertificateView(status, now())) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/certificate/retry',
      group,
      summary: 'Repeat a failed order now; for administrators and the owner of the domain',
      body: contract.retryCertificateBody,
      answer: contract.retryCertificateAnswer,
      fails: [adminRequired, certificateNotRetried],
      handle: async ({ caller, body }) => {
        const name = body.domain.toLowerCase();
        if (!(await hasVerified(caller.userId, name))) assertAdmin(caller);
        if (!(await certificates.retry(name))) throw certificateNotRetried();
        return ok({ message: 'Certificate has been requested.' as const });
      },
    }),
  ];
}
