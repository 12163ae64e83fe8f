import { z } from 'zod';
import { answerOf, messageAnswer } from '../http/envelope.ts';
import { dateTimeView } from '../http/fields.ts';
import { certificateStates } from './certificate.ts';

/** The certificate of a name. */
export const certificateView = z.strictObject({
  domain: z.string().describe('The host name'),
  state: z
    .enum(certificateStates)
    .describe(
      '`pending` until the first order has ended, `failing` if it failed; `expired` if renewals failed for too long',
    ),
  issued: dateTimeView.nullable().describe('When it was issued; null if there is none'),
  expires: dateTimeView.nullable().describe('When it expires; null if there is none'),
  next: dateTimeView.describe('When it is renewed, or when the next attempt is made'),
  failures: z.int().min(0).describe('Failed attempts since the last certificate'),
  problem: z.string().nullable().describe('Why the last attempt failed; null if it succeeded'),
});

export const listCertificatesAnswer = answerOf({
  https: z.enum(['off', 'auto', 'files']).describe('The setting HTTPS'),
  data: z.array(certificateView).max(10_000).describe('By host name; empty unless HTTPS is `auto`'),
});

export const certificateParams = z.object({ domain: z.string().max(253).describe('A host name') });

export const getCertificateAnswer = answerOf({
  https: z.enum(['off', 'auto', 'files']).describe('The setting HTTPS'),
  data: certificateView.nullable().describe('Null if this server does not obtain a certificate for the name'),
});

export const retryCertificateBody = z.object({
  domain: z.string().max(253).describe('A host name from `GET /api/certificates`, or one of your verified domains'),
});

export const retryCertificateAnswer = messageAnswer('Certificate has been requested.');

export type CertificateView = z.output<typeof certificateView>;
