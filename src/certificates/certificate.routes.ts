import { failure } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
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
  /** All certificates, or those of some names. */
  list(names?: string[]): Promise<CertificateStatus[]>;
  /** Repeats a failed order now; false if there is none, or if the last attempt was a short time ago. */
  retry(name: string): Promise<boolean>;
}

/** A certificate as the API shows it. */
function toCertificateView(status: CertificateStatus, now: number): contract.CertificateView {
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

  /** Administrators may see every name, others only those of their own verified domains. */
  async function assertMaySee(caller: Principal, name: string): Promise<void> {
    if (!(await hasVerified(caller.workspaceId, name))) assertAdmin(caller);
  }

  return [
    route({
      method: 'GET',
      path: '/api/certificates',
      scope: 'domains:read',
      group,
      summary: 'List the certificates that HTTPS=auto manages; for administrators',
      answer: contract.listCertificatesAnswer,
      fails: [adminRequired],
      handle: async ({ caller }) => {
        assertAdmin(caller);
        const statuses = await certificates.list();
        return ok({ https: certificates.https, data: statuses.map((status) => toCertificateView(status, now())) });
      },
    }),

    route({
      method: 'GET',
      path: '/api/certificate/:domain',
      scope: 'domains:read',
      group,
      summary: 'Read the certificate of a host name; for administrators and the owner of the domain',
      params: contract.certificateParams,
      answer: contract.getCertificateAnswer,
      fails: [adminRequired],
      handle: async ({ caller, params }) => {
        const name = params.domain.toLowerCase();
        await assertMaySee(caller, name);
        const [status] = await certificates.list([name]);
        return ok({ https: certificates.https, data: status ? toCertificateView(status, now()) : null });
      },
    }),

    route({
      method: 'POST',
      path: '/api/certificate/retry',
      scope: 'domains:write',
      group,
      summary: 'Request a failed certificate again now; for administrators and the owner of the domain',
      body: contract.retryCertificateBody,
      answer: contract.retryCertificateAnswer,
      fails: [adminRequired, certificateNotRetried],
      handle: async ({ caller, body }) => {
        const name = body.domain.toLowerCase();
        await assertMaySee(caller, name);
        if (!(await certificates.retry(name))) throw certificateNotRetried();
        return ok({ message: 'Certificate has been requested.' as const });
      },
    }),
  ];
}
