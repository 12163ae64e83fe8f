import { z } from 'zod';
import { answerOf, idField, pageAnswer } from '../../../http/envelope.ts';
import { fieldIssue } from '../../../http/field-issue.ts';
import { idInBody, pageQueryFields, readPage, searchField, textField } from '../../../http/fields.ts';
import { linkStatuses } from '../link.ts';

const MAX_IDS = 100;
const MAX_WEIGHT = 1_000;

const idsField = z
  .array(idInBody)
  .min(1)
  .max(MAX_IDS)
  .describe(`Ids of links of your own, at most ${MAX_IDS}; others are left out`);

/** What is made of many links at once. */
export const changeLinksBody = z
  .object({
    ids: idsField,
    status: z.enum(linkStatuses).optional().describe('active or disabled, for all of them'),
    add_tag: textField(50).optional().describe('A tag that all of them get'),
    remove_tag: textField(50).optional().describe('A tag that all of them lose'),
    add_channel: idInBody.optional().describe('Id of a channel of your own that all of them are put into'),
    remove_channel: idInBody.optional().describe('Id of a channel of your own that all of them are taken out of'),
    campaign: idInBody.nullish().describe('Id of a campaign of your own that all of them move to; null = none'),
    weight: z
      .int()
      .min(1)
      .max(MAX_WEIGHT)
      .optional()
      .describe('How often the rotator of `campaign` picks each of them'),
  })
  .refine(({ ids: _, weight: __, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    path: ['ids'],
    message: fieldIssue('nothing_to_change'),
  });

export const deleteLinksBody = z.object({ ids: idsField });

/** What a list of tags can be narrowed by. */
export const listTagsQuery = z
  .object({ ...pageQueryFields, q: searchField(50).describe('What a tag begins with') })
  .transform(({ limit, page, q }) => ({ page: readPage({ limit, page }), q }));

export const changeLinksAnswer = answerOf({
  changed: z
    .array(
      z.strictObject({
        id: idField,
        campaign: z.int().nullable().describe('Id of the campaign that it was in before'),
        weight: z.int().nullable().describe('Its weight there'),
      }),
    )
    .describe('The links that are not as they were, and what they were'),
});

export const deleteLinksAnswer = answerOf({ deleted: z.array(idField).describe('The ids of those that were there') });

export const tagPage = pageAnswer(
  'tags',
  z.strictObject({ tag: z.string().describe('The tag'), links: z.int().min(1).describe('How many links have it') }),
);

export const parametersAnswer = answerOf({
  parameters: z
    .array(
      z.strictObject({
        name: z.string().describe('Name of a query parameter'),
        values: z.array(z.string()).describe('What it was set to, the latest first'),
      }),
    )
    .describe('At most 50 names with at most 20 values each'),
});

export type LinksChange = z.output<typeof changeLinksBody>;
