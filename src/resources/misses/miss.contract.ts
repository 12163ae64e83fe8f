import { z } from 'zod';
import { answerOf } from '../../http/envelope.ts';
import { dateTimeView, momentField, pageQueryFields } from '../../http/fields.ts';
import { MISS_DAYS } from './miss.ts';

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;

/** The range and length of a list of misses. */
export const missesQuery = z
  .object({
    limit: pageQueryFields.limit.describe(`Number of codes, 1 to ${MAX_LIMIT}; default ${DEFAULT_LIMIT}`),
    from: momentField('00:00:00').describe(`First day, YYYY-MM-DD in UTC; at most ${MISS_DAYS} days are kept`),
    to: momentField('23:59:59').describe('Last day, YYYY-MM-DD in UTC; default: today'),
    similar: z.enum(['0', '1']).optional().describe('1 adds the existing alias that the visitor may have meant'),
  })
  .transform(({ limit = DEFAULT_LIMIT, from, to, similar }) => {
    return { limit: Math.min(limit, MAX_LIMIT), from, to, withSimilar: similar === '1' };
  });

const missView = z.strictObject({
  code: z.string().describe('What visitors requested as an alias; case-sensitive'),
  count: z.int().min(1).describe('Number of requests by people'),
  last: dateTimeView.describe('When it was last requested'),
  similar: z
    .string()
    .nullable()
    .optional()
    .describe('Only with `similar=1`: an alias of this domain that differs by case or by one or two characters'),
});

export const missesAnswer = answerOf({
  data: z.strictObject({
    misses: z.array(missView).describe('Codes that do not exist, of the newest day first'),
    other: z.int().min(0).describe('Requests for other codes, beyond the first 500 of a day'),
  }),
});

export type MissesQuery = z.output<typeof missesQuery>;
