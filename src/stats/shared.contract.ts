import { z } from 'zod';
import { answerOf } from '../http/envelope.ts';
import { statsView } from './stats.contract.ts';

/** The link as shared statistics show it. */
const sharedLinkView = z.strictObject({
  shorturl: z.url().describe('The short link'),
  title: z.string().max(255).describe('The title; "" if there is none, or if the link has a password'),
  host: z.string().max(255).describe('The host of the destination; "" if the link hides it'),
});

export const sharedStatsAnswer = answerOf({ details: sharedLinkView, data: statsView });

export type SharedLinkView = z.output<typeof sharedLinkView>;
