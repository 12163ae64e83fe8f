import { z } from 'zod';
import { fieldIssue } from './field-issue.ts';

/** Bytes as base64url, as browsers write them. */
export function bytesField(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[\w-]+$/, fieldIssue('not_base64url'));
}

const MAX_ID = 1400;

/** The parts that every response of `navigator.credentials` has. */
export const credentialFields = {
  id: bytesField(MAX_ID).describe('ID of the passkey'),
  rawId: bytesField(MAX_ID).describe('The same as `id`'),
  type: z.literal('public-key'),
};

/** What `navigator.credentials.get` returns, as JSON: the proof that someone has a passkey. */
export const passkeyProof = z
  .object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: bytesField(8192),
      authenticatorData: bytesField(8192),
      signature: bytesField(8192),
    }),
  })
  .describe('`PublicKeyCredential.toJSON()` of a passkey, for `options` of this server that were not used before');

export type PasskeyProof = z.output<typeof passkeyProof>;
