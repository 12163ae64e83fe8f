import { z } from 'zod';
import { ownerViews } from '../../http/all-users.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView } from '../../http/fields.ts';
import { disabledByViews, showDisabledBy, statusView } from '../../http/published-fields.ts';
import { statisticsView } from '../../http/statistics-view.ts';
import { showWarnings, warningViews } from '../../http/warnings.ts';
import { formatDateTime, formatOptional } from '../../lib/date-time.ts';
import { type Link, MAIN_DOMAIN, titleOf, warnAboutFraming } from './link.ts';
import { formatType } from './link.type.ts';
import { viewRules } from './rules/link-rules.ts';
import { ruleViews } from './rules/rule.contract.ts';

/** A link in a list. */
export const linkView = z.strictObject({
  id: idField,
  alias: z.string().describe('The last part of the short URL'),
  shorturl: z.url().describe('The short URL'),
  longurl: z.url().describe('Destination'),
  clicks: z.int().describe('Visits by people'),
  title: z.string().describe('Title, or else the host of the destination'),
  description: z.string().describe('Description; may be empty'),
  date: dateTimeView,
  status: statusView.optional().describe('active or disabled; only with `all=1`'),
  ...disabledByViews,
  ...ownerViews,
});

/** One link with all its fields. */
const linkDetails = z.strictObject({
  id: idField,
  shorturl: z.url().describe('The short URL'),
  longurl: z.url().describe('Destination'),
  title: z.string().describe('Title, or else the host of the destination'),
  description: z.string().describe('Description; may be empty'),
  ...ruleViews,
  expiry: dateTimeView.nullable().describe('Expiry; null = never'),
  date: dateTimeView,
  alias: z.string().describe('The last part of the short URL'),
  domain: z.string().describe('Its branded domain; empty on the main host'),
  type: z.string().describe('Redirect type: direct, frame, splash, the ID of a splash page, or overlay-ID'),
  password: z.boolean().describe('Whether visitors must enter a password'),
  parameters: z
    .array(z.strictObject({ name: z.string(), value: z.string() }))
    .describe('Query parameters added to the destination'),
  metatitle: z.string().describe('Title for social networks'),
  metadescription: z.string().describe('Description for social networks'),
  metaimage: z.string().describe('Image for social networks'),
  tags: z.array(z.string()).describe('Tags'),
  pixels: z.array(z.int()).describe('IDs of its pixels'),
  channels: z.array(z.int()).describe('IDs of its channels'),
  starts: dateTimeView.nullable().describe('Start time; null = immediately'),
  expiry_url: z.string().nullable().describe('Destination after the link has expired'),
  max_clicks: z.int().nullable().describe('Click limit'),
  status: statusView,
  ...disabledByViews,
  forward_query: z.boolean().describe('Whether the visitor’s query is passed through'),
  redirect_code: z.int().describe('HTTP status of the redirect'),
  campaign: z.int().nullable().describe('ID of its campaign'),
  weight: z.int().nullable().describe('Weight in the campaign’s rotator'),
  ...warningViews,
});

const linkStatistics = statisticsView(z.int());

export type LinkStatistics = z.output<typeof linkStatistics>;

export const linkPage = pageAnswer('urls', linkView);
export const getLinkAnswer = answerOf({ details: linkDetails, data: linkStatistics });
export const createLinkAnswer = answerOf({
  id: idField,
  shorturl: z.url().describe('The short URL'),
  ...warningViews,
});
export const updateLinkAnswer = answerOf({
  id: idField,
  short: z.url().describe('The short URL'),
  ...warningViews,
});
export const deleteLinkAnswer = messageAnswer('Link has been deleted successfully');

export function toListView(link: Link, shorturl: string): z.output<typeof linkView> {
  const { id, alias, url, clicks, createdAt } = link;
  const description = link.description || link.metaDescription;
  return {
    id,
    alias,
    shorturl,
    longurl: url,
    clicks,
    title: titleOf(link),
    description,
    date: formatDateTime(createdAt),
  };
}

/** A link in the list of all users' links, which also shows its status. */
export function toListViewOfAll(
  link: Link,
  shorturl: string,
  owner: { userid?: number; owner?: string },
): z.output<typeof linkView> {
  return { ...toListView(link, shorturl), status: link.status, ...showDisabledBy(link.disabledBy), ...owner };
}

export function toDetails(
  link: Link,
  shorturl: string,
  { tags, pixels, channels }: { tags: string[]; pixels: number[]; channels: number[] },
): z.output<typeof linkDetails> {
  const warning = warnAboutFraming(link);
  return {
    id: link.id,
    shorturl,
    longurl: link.url,
    title: titleOf(link),
    description: link.description || link.metaDescription,
    ...viewRules(link.rules),
    expiry: formatOptional(link.expiresAt),
    date: formatDateTime(link.createdAt),
    alias: link.alias,
    domain: link.domainId === MAIN_DOMAIN ? '' : new URL(shorturl).origin,
    type: formatType(link),
    password: link.passwordHash !== null,
    parameters: link.parameters,
    metatitle: link.metaTitle,
    metadescription: link.metaDescription,
    metaimage: link.metaImage,
    tags,
    pixels,
    channels,
    starts: formatOptional(link.startsAt),
    expiry_url: link.expiryUrl,
    max_clicks: link.maxClicks,
    status: link.status,
    ...showDisabledBy(link.disabledBy),
    forward_query: link.isQueryForwarded,
    redirect_code: link.redirectCode,
    campaign: link.campaignId,
    weight: link.campaignId === null ? null : link.campaignWeight,
    ...showWarnings(warning ? [warning] : []),
  };
}
