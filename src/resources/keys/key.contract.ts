import { z } from 'zod';
import { confirmationBody } from '../../http/account-access.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeField, dateTimeView, textField } from '../../http/fields.ts';

/** A key as the API returns it; the key itself is returned once, when it is created. */
export const keyView = z.strictObject({
  id: idField,
  name: z.string().describe('Name of your own'),
  hint: z.string().describe('The last four characters of the key'),
  account: z.boolean().describe('Whether it may change the account and its keys'),
  expiry: dateTimeView.nullable().describe('When it stops to work; null = never'),
  used: dateTimeView.nullable().describe('Last use, to the minute; null = not yet'),
  date: dateTimeView,
});

export const keyPage = pageAnswer('keys', keyView);

/** The body of a request for a new key. */
export const newKey = z.object({
  name: textField(255).describe('Name of your own'),
  expiry: dateTimeField
    .nullable()
    .optional()
    .describe('When it stops to work, YYYY-MM-DD HH:MM:SS in UTC; never if left out'),
  account: z.boolean().optional().describe('Lets the key change the account and its keys; false if left out'),
});

export const createKeyBody = newKey.extend(confirmationBody.shape);
export const createKeyAnswer = answerOf({ id: idField, apikey: z.string().describe('The key, shown this once') });

export const deleteKeyAnswer = messageAnswer('Key has been deleted successfully.');

export type NewKey = z.output<typeof newKey>;
export type KeyView = z.output<typeof keyView>;
