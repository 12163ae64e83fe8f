import { z } from 'zod';
import { answerOf, messageAnswer } from '../../http/envelope.ts';
import { dateTimeView } from '../../http/fields.ts';

/** Whether the statistics of a link are shared, and at which URL. */
export const shareView = z.strictObject({
  shared: z.boolean().describe('Whether anyone who has the address may read the statistics'),
  url: z.url().nullable().describe('The secret address; null where they are not shared'),
  date: dateTimeView.nullable().describe('When the address was made; null where there is none'),
});

export const shareAnswer = answerOf({ data: shareView });
export const endShareAnswer = messageAnswer('Sharing has been ended successfully.');

export type ShareView = z.output<typeof shareView>;
