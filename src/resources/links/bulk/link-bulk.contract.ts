import { z } from 'zod';
import { answerOf, idField, pageAnswer } from '../../../http/envelope.ts';
import { fieldIssue } from '../../../http/field-issue.ts';
import { idInBody, pageQueryFields, readPage, searchField, textField } from '../../../http/fields.ts';
import { appFields } from '../app.contract.ts';
import { linkStatuses } from '../link.ts';
import { routingField } from '../rules/routing.contract.ts';

const MAX_IDS = 100;
const MAX_WEIGHT = 1_000;

const idsField = z
  .array(idInBody)
  .min(1)
  .max(MAX_IDS)
  .describe(`IDs of your links, at most ${MAX_IDS}; others are ignored`);

/** A change of many links at once. */
export const changeLinksBody = z
  .object({
    ids: idsField,
    status: z.enum(linkStatuses).optional().describe('active or disabled, for all of them'),
    add_tag: textField(50).optional().describe('A tag to add to all of them'),
    remove_tag: textField(50).optional().describe('A tag to remove from all of them'),
    add_channel: idInBody.optional().describe('ID of one of your channels to add all of them to'),
    remove_channel: idInBody.optional().describe('ID of one of your channels to remove all of them from'),
    campaign: idInBody.nullish().describe('ID of one of your campaigns to move all of them to; null = none'),
    app: appFields.app.describe('Apps for all of them, in place of their own; null removes them'),
    escape: appFields.escape,
    rules: routingField.describe('Rules for all of them, in place of their own; null or an empty list removes them'),
    weight: z.int().min(1).max(MAX_WEIGHT).optional().describe('Weight of each of them in the rotator of `campaign`'),
  })
  .refine(({ ids: _, weight: __, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    path: ['ids'],
    message: fieldIssue('nothing_to_change'),
  });

/** Reads "" as null in the fields that an update of one link reads so. */
export function prepareLinksChange(body: object): object {
  const { app, rules } = body as { app?: unknown; rules?: unknown };
  return { ...body, ...(app === '' && { app: null }), ...(rules === '' && { rules: null }) };
}

export const deleteLinksBody = z.object({ ids: idsField });

/** The filters of the list of tags. */
export const listTagsQuery = z
  .object({ ...pageQueryFields, q: searchField(50).describe('Beginning of the tag') })
  .transform(({ limit, page, q }) => ({ page: readPage({ limit, page }), q }));

export const changeLinksAnswer = answerOf({
  changed: z
    .array(
      z.strictObject({
        id: idField,
        campaign: z.int().nullable().describe('ID of its previous campaign'),
        weight: z.int().nullable().describe('Its previous weight'),
      }),
    )
    .describe('Changed links and their previous values'),
});

export const deleteLinksAnswer = answerOf({ deleted: z.array(idField).describe('The IDs of the deleted links') });

export const tagPage = pageAnswer(
  'tags',
  z.strictObject({ tag: z.string().describe('The tag'), links: z.int().min(1).describe('Number of links with it') }),
);

export const parametersAnswer = answerOf({
  parameters: z
    .array(
      z.strictObject({
        name: z.string().describe('Name of a query parameter'),
        values: z.array(z.string()).describe('Its values, latest first'),
      }),
    )
    .describe('At most 50 names with at most 20 values each'),
});

export type LinksChange = z.output<typeof changeLinksBody>;
