import { z } from 'zod';
import { answerOf } from '../http/envelope.ts';
import { statsView } from './stats.contract.ts';

/** What shared statistics show of the link itself. */
const sharedLinkView = z.strictObject({
  shorturl: z.url().describe('The short link'),
  title: z
    .string()
    .max(255)
    .describe('The title that its owner gave it; "" where there is none, or where the link has a password'),
  host: z.string().max(255).describe('The host that it leads to; "" where the link does not tell that to everyone'),
});

export const sharedStatsAnswer = answerOf({ details: sharedLinkView, data: statsView });

export type SharedLinkView = z.output<typeof sharedLinkView>;
