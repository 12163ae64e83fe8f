import { z } from 'zod';
import { answerOf, messageAnswer } from '../../http/envelope.ts';
import { dateTimeView } from '../../http/fields.ts';

/** Whether the statistics of a link are shared, and at which URL. */
export const shareView = z.strictObject({
  shared: z.boolean().describe('Whether anyone with the URL can read the statistics'),
  url: z.url().nullable().describe('The secret URL; null if the statistics are not shared'),
  date: dateTimeView.nullable().describe('When sharing was turned on; null if it is off'),
});

export const shareAnswer = answerOf({ data: shareView });
export const endShareAnswer = messageAnswer('Sharing has been ended successfully.');

export type ShareView = z.output<typeof shareView>;
