import { z } from 'zod';
import { ALIAS } from '../../core/alias.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView, idParams, isPrintable, pageQueryFields, readPage, textField } from '../../http/fields.ts';
import { statisticsView } from '../../http/statistics-view.ts';

const MAX_WEIGHT = 1000;

const nameField = textField(255);

const slugField = z
  .string()
  .regex(ALIAS, fieldIssue('wrong_characters', { min: 1, max: 100, characters: '- _' }))
  .nullish()
  .describe('Name in the URLs of rotator and list; without it there is no rotator');

const publicField = z.boolean().nullish().describe('Whether rotator and list are public; default: false');

export const createCampaignBody = z.object({
  name: nameField.nullish().describe('Private name'),
  slug: slugField,
  public: publicField,
});

export const updateCampaignBody = z.object({
  name: nameField.describe('Private name'),
  slug: slugField,
  public: publicField,
});

const weightError = fieldIssue('not_in_range', { min: 1, max: MAX_WEIGHT });

export const assignLinkBody = z.object({
  weight: z
    .int({ error: weightError })
    .min(1, weightError)
    .max(MAX_WEIGHT, weightError)
    .nullish()
    .describe('Weight in the rotator; default: unchanged, or 1'),
});

/** `:campaignid` and `:linkid` in a path. */
export const assignLinkParams = z.object({ campaignid: idParams.shape.id, linkid: idParams.shape.id });

/** The filters of the list of campaigns. */
export const listCampaignsQuery = z
  .object({
    ...pageQueryFields,
    q: z
      .string()
      .max(255)
      .refine(isPrintable, fieldIssue('control_characters'))
      .optional()
      .describe('Text in name or slug'),
  })
  .transform(({ limit, page, q }) => ({ page: readPage({ limit, page }), q }));

const addressFields = {
  public: z.boolean().describe('Whether rotator and list are public'),
  rotator: z
    .union([z.url(), z.literal(false)])
    .describe('URL that redirects to one of its links; false without a slug'),
  list: z.url().describe('URL of the page that lists its links'),
};

/** A campaign in a list. */
export const campaignView = z.strictObject({
  id: idField,
  name: z.string().describe('Private name'),
  ...addressFields,
  slug: z.string().nullable().describe('Name in its URLs'),
  links: z.int().min(0).describe('Number of links in it'),
  clicks: z.int().min(0).describe('Clicks on its links while they were in it'),
  date: dateTimeView,
});

const campaignStatistics = statisticsView(z.int());

export const campaignListPage = pageAnswer('campaigns', campaignView);
export const getCampaignAnswer = answerOf({ details: campaignView, data: campaignStatistics });
/** The API reference returns the name as `domain` here. */
export const writeCampaignAnswer = answerOf({
  id: idField,
  domain: z.string().describe('Name of the campaign'),
  ...addressFields,
});
export const assignLinkAnswer = messageAnswer('Link successfully added to the campaign.');
export const removeLinkAnswer = messageAnswer('Link successfully removed from the campaign.');
export const deleteCampaignAnswer = messageAnswer('Campaign has been deleted successfully.');

export type NewCampaign = z.output<typeof createCampaignBody>;
export type CampaignChange = z.output<typeof updateCampaignBody>;
export type CampaignView = z.output<typeof campaignView>;
export type CampaignStatistics = z.output<typeof campaignStatistics>;
