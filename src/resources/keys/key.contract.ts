import { z } from 'zod';
import { grantableScopes } from '../../core/scope.ts';
import { confirmationBody } from '../../http/account-access.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { customIssue } from '../../http/field-issue.ts';
import { dateTimeField, dateTimeView, idInBody, textField } from '../../http/fields.ts';
import { shortenAddressBlock } from '../../lib/address-range.ts';

/** The products whose clients sign in with a signature that is computed from the key. */
export const signingProducts = ['yourls'] as const;

/** A key as the API returns it; the key itself is returned once, when it is created. */
export const keyView = z.strictObject({
  id: idField,
  name: z.string().describe('Private name'),
  hint: z.string().describe('The last four characters of the key'),
  account: z.boolean().describe('Whether it may change the account and its keys'),
  workspace: idField.describe('The workspace that it acts in'),
  userid: idField.optional().describe('Whose key it is; only in the list of a shared workspace'),
  username: z.string().optional().describe('Whose key it is; only in the list of a shared workspace'),
  scopes: z.array(z.enum(grantableScopes)).nullable().describe('What it may do; null = what its user may'),
  addresses: z.array(z.string()).nullable().describe('Addresses and ranges from which it is accepted; null = all'),
  rate_limit: z.int().nullable().describe('Requests in a rate window; null = the limit of the server'),
  compatible: z
    .array(z.enum(signingProducts))
    .describe('Products whose clients may sign in with a signature of it; its text is then stored, encrypted'),
  expiry: dateTimeView.nullable().describe('Expiry; null = never'),
  used: dateTimeView.nullable().describe('Last use, to the minute; null = not yet'),
  date: dateTimeView,
});

export const keyPage = pageAnswer('keys', keyView);

const MAX_ADDRESSES = 100;
const MAX_RATE_LIMIT = 1_000_000;

const addressField = z
  .string()
  .max(64)
  .transform((text, context) => {
    const range = shortenAddressBlock(text);
    if (range !== undefined) return range;
    context.addIssue(customIssue({ code: 'not_an_address' }));
    return z.NEVER;
  });

/** The body of a request for a new key. */
export const newKey = z.object({
  name: textField(255).describe('Private name'),
  workspace: idInBody.nullish().describe('The workspace that it acts in; default: that of the request'),
  expires: dateTimeField.nullish().describe('Expiry, YYYY-MM-DD HH:MM:SS in UTC; default: never'),
  expiry: dateTimeField.nullish().describe('The same as `expires`'),
  account: z.boolean().optional().describe('Allows the key to change the account and its keys; default: false'),
  scopes: z
    .array(z.enum(grantableScopes))
    .min(1)
    .max(grantableScopes.length)
    .nullish()
    .describe('What the key may do; default: what its user may. `read` and `write` stand for all nouns'),
  addresses: z
    .array(addressField)
    .min(1)
    .max(MAX_ADDRESSES)
    .nullish()
    .describe('Addresses and CIDR ranges from which the key is accepted; default: all'),
  rate_limit: z
    .int()
    .min(1)
    .max(MAX_RATE_LIMIT)
    .nullish()
    .describe('Requests in a rate window; the limit of the server applies too'),
  compatible: z
    .array(z.enum(signingProducts))
    .max(signingProducts.length)
    .nullish()
    .describe('Products whose clients may sign in with a signature of the key, such as `yourls`; default: none'),
});

export const createKeyBody = newKey.extend(confirmationBody.shape);
export const createKeyAnswer = answerOf({ id: idField, apikey: z.string().describe('The key, shown only once') });

export const deleteKeyAnswer = messageAnswer('Key has been deleted successfully.');

export type SigningProduct = (typeof signingProducts)[number];
export type NewKey = z.output<typeof newKey>;
export type KeyView = z.output<typeof keyView>;
