import { z } from 'zod';
import { answerOf } from '../http/envelope.ts';
import { statsView } from './stats.contract.ts';

/** The link as shared statistics show it. */
const sharedLinkView = z.strictObject({
  type: z.literal('link'),
  shorturl: z.url().describe('The short link'),
  title: z.string().max(255).describe('The title; "" if there is none, or if the link has a password'),
  host: z.string().max(255).describe('The host of the destination; "" if the link hides it'),
});

/** The campaign as shared statistics show it. */
const sharedCampaignView = z.strictObject({
  type: z.literal('campaign'),
  name: z.string().max(255).describe('The name of the campaign'),
  links: z.int().min(0).describe('Number of links in it'),
});

/** The last part of a secret URL. */
export const shareTokenParams = z.object({
  token: z
    .string()
    .max(255)
    .describe('The last part of the secret URL; with a password, the `token` of `POST /api/shared/:token/access`'),
});

export const accessBody = z.object({
  password: z.string().min(1).max(128).describe('The password of the shared statistics'),
});

export const accessAnswer = answerOf({
  data: z.strictObject({
    token: z.string().max(255).describe('The token to read the statistics with; it is valid for a day'),
  }),
});

export const sharedStatsAnswer = answerOf({
  details: z.discriminatedUnion('type', [sharedLinkView, sharedCampaignView]).describe('What is shared'),
  data: statsView,
});

export type SharedView = z.output<typeof sharedLinkView> | z.output<typeof sharedCampaignView>;
