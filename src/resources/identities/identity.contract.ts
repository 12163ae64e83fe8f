import { z } from 'zod';
import { answerOf } from '../../http/envelope.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { passkeyProof } from '../../http/passkey-fields.ts';

/** Whether a text is a page of the dashboard: on no other host, and written as a browser would. */
function isOwnPage(text: string): boolean {
  const { pathname, search, hash } = new URL(text.startsWith('/') ? text : '/', 'http://own.invalid');
  const isInside = pathname === '/app' || (pathname.startsWith('/app/') && !pathname.includes('//'));
  return isInside && pathname + search + hash === text;
}

export const startQuery = z.object({
  return: z
    .string()
    .max(500)
    .refine(isOwnPage, fieldIssue('not_an_own_page'))
    .optional()
    .describe('Page of the dashboard to open afterward, such as /app/links'),
  confirm: z
    .enum(['0', '1'])
    .optional()
    .describe('1 confirms the current session instead, for a change that needs a recent proof'),
});

const text = z.string().max(4_000).optional();

/** The parameters that a provider adds to the callback; others are ignored. */
export const callbackQuery = z.object({
  code: text.describe('Code of the provider'),
  state: text.describe('What the sign-in was started with'),
  iss: text.describe('The provider'),
  error: text.describe('Why the provider refused'),
  error_description: text.describe('The same as a sentence'),
});

export const factorBody = z.object({
  code: z.string().trim().max(64).nullish().describe('Six digits of the authenticator app, or a recovery code'),
  passkey: passkeyProof
    .nullish()
    .describe('In place of `code`: a passkey, with the options of `POST /api/session/passkey/options`'),
});

export const factorAnswer = answerOf({ location: z.string().describe('Page of the dashboard to open') });

/** How users sign in. */
export const methodsAnswer = answerOf({
  data: z.strictObject({
    password: z.boolean().describe('Whether users can sign in with a password'),
    oidc: z.boolean().describe('Whether users can sign in with an identity provider'),
    oidc_name: z.string().nullable().describe('Name of the provider; null if it has none'),
  }),
});

export type CallbackQuery = z.output<typeof callbackQuery>;
export type FactorBody = z.output<typeof factorBody>;
