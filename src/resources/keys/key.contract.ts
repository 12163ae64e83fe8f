import { z } from 'zod';
import { confirmationBody } from '../../http/account-access.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeField, dateTimeView, textField } from '../../http/fields.ts';

/** A key as the API returns it; the key itself is returned once, when it is created. */
export const keyView = z.strictObject({
  id: idField,
  name: z.string().describe('Private name'),
  hint: z.string().describe('The last four characters of the key'),
  account: z.boolean().describe('Whether it may change the account and its keys'),
  expiry: dateTimeView.nullable().describe('Expiry; null = never'),
  used: dateTimeView.nullable().describe('Last use, to the minute; null = not yet'),
  date: dateTimeView,
});

export const keyPage = pageAnswer('keys', keyView);

/** The body of a request for a new key. */
export const newKey = z.object({
  name: textField(255).describe('Private name'),
  expiry: dateTimeField.nullable().optional().describe('Expiry, YYYY-MM-DD HH:MM:SS in UTC; default: never'),
  account: z.boolean().optional().describe('Allows the key to change the account and its keys; default: false'),
});

export const createKeyBody = newKey.extend(confirmationBody.shape);
export const createKeyAnswer = answerOf({ id: idField, apikey: z.string().describe('The key, shown only once') });

export const deleteKeyAnswer = messageAnswer('Key has been deleted successfully.');

export type NewKey = z.output<typeof newKey>;
export type KeyView = z.output<typeof keyView>;
