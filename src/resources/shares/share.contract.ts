import { z } from 'zod';
import { answerOf, messageAnswer } from '../../http/envelope.ts';
import { dateTimeField, dateTimeView } from '../../http/fields.ts';

/** Whether the statistics of a link or a campaign are shared, at which URL, and how the URL is protected. */
export const shareView = z.strictObject({
  shared: z.boolean().describe('Whether anyone with the URL can read the statistics'),
  url: z
    .url()
    .nullable()
    .describe('The secret URL; null if the statistics are not shared, or for a key without stats:read'),
  date: dateTimeView.nullable().describe('When sharing was turned on; null if it is off'),
  password: z.boolean().describe('Whether readers must enter a password'),
  expiry: dateTimeView.nullable().describe('When sharing ends; null = never'),
});

// Not trimmed: leading and trailing spaces are part of a password.
const passwordField = z.string().min(1).max(128);

/** The protection of shared statistics. Omitted fields are unchanged; null or "" removes them. */
export const shareBody = z.object({
  password: passwordField.nullish().describe('Password that readers must enter'),
  expiry: dateTimeField.nullish().describe('When sharing ends, YYYY-MM-DD HH:MM:SS in UTC; must be in the future'),
});

export const shareAnswer = answerOf({ data: shareView });
export const endShareAnswer = messageAnswer('Sharing has been ended successfully.');

export type ShareView = z.output<typeof shareView>;
export type ShareChange = z.output<typeof shareBody>;
