import { z } from 'zod';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { customIssue } from '../../http/field-issue.ts';
import { idInPath, pageQueryFields, readPage, searchField, textField } from '../../http/fields.ts';
import { itemKinds, parseHexColor } from './channel.ts';

const colorField = z.string().transform((text, context) => {
  const color = parseHexColor(text);
  if (color !== undefined) return color;
  context.addIssue(customIssue({ code: 'not_a_color', params: { examples: '#176b62, #fff' } }));
  return z.NEVER;
});

const nameField = textField(255);

const fields = {
  description: textField(1_000).nullish().describe('What it is for'),
  color: colorField.nullish().describe('HEX color of its badge, with or without #; default: green'),
  starred: z.boolean().nullish().describe('Whether it is a favorite'),
};

const viewFields = {
  id: idField,
  name: z.string().describe('Private name'),
  description: z.string().describe('What it is for; may be empty'),
  color: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .describe('HEX color of its badge'),
  starred: z.boolean().describe('Whether it is a favorite'),
};

const typeView = z.enum(itemKinds).describe('links, bio or qr');

/** A channel as the API returns it. */
export const channelView = z.strictObject(viewFields);

/** An item of a channel as the API returns it. */
export const channelItemView = z.strictObject({
  type: typeView,
  id: idField,
  title: z.string().describe('Title of the link or page, name of the QR code'),
  preview: z.url().describe('A preview image, 1200 x 630 pixels'),
  link: z.url().describe('The short URL, the page, or the image of the QR code'),
  date: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/)
    .describe('YYYY-MM-DD in UTC'),
});

export const channelPage = pageAnswer('channels', channelView);
export const channelItemPage = pageAnswer('items', channelItemView);

const starredQuery = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .optional();

/** The filters of the list of channels. */
export const listChannelsQuery = z
  .object({
    ...pageQueryFields,
    q: searchField(255).describe('Text in name or description'),
    starred: starredQuery.describe('true for favorites, false for the others'),
  })
  .transform(({ limit, page, ...filters }) => ({ page: readPage({ limit, page }), filters }));

export const createChannelBody = z.object({ name: nameField.describe('Private name'), ...fields });
export const createChannelAnswer = answerOf(viewFields);

export const updateChannelBody = z.object({ name: nameField.optional().describe('Private name'), ...fields });
export const updateChannelAnswer = messageAnswer('Channel has been updated successfully.');
export const deleteChannelAnswer = messageAnswer('Channel has been deleted successfully.');

/** The path parameters for a channel and one item. */
export const assignItemParams = z.object({
  channelid: idInPath,
  type: z.enum(itemKinds).describe('Type of the item'),
  itemid: idInPath,
});
export const assignAnswer = messageAnswer('Item successfully added to the channel.');
export const unassignAnswer = messageAnswer('Item successfully removed from the channel.');

export type NewChannel = z.output<typeof createChannelBody>;
export type ChannelChange = z.output<typeof updateChannelBody>;
export type ChannelFilters = z.output<typeof listChannelsQuery>['filters'];
export type ChannelView = z.output<typeof channelView>;
export type ChannelItemView = z.output<typeof channelItemView>;
