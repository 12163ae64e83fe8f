import { z } from 'zod';
import { ownerViews } from '../../http/all-users.ts';
import { changeViews } from '../../http/change-view.ts';
import { answerOf, idField, pageAnswer } from '../../http/envelope.ts';
import { bodyView, dateTimeView } from '../../http/fields.ts';
import { disabledByViews, showDisabledBy, statusView } from '../../http/published-fields.ts';
import { importedView, statisticsView } from '../../http/statistics-view.ts';
import { showWarnings, warningViews } from '../../http/warnings.ts';
import { formatDateTime, formatOptional } from '../../lib/date-time.ts';
import { appViews } from './app.contract.ts';
import { type Link, type LinkSummary, MAIN_DOMAIN, titleOf, warnAboutFraming, warnAboutRules } from './link.ts';
import { formatType } from './link.type.ts';
import { linkStates, stateOf } from './link-state.ts';
import { viewRules } from './rules/link-rules.ts';
import { routingView } from './rules/routing.contract.ts';
import { viewRouting } from './rules/routing-rule.ts';
import { ruleViews } from './rules/rule.contract.ts';

/** What the list and the details have in common, beside the fields of the reference. */
const stateViews = {
  state: z
    .enum(linkStates)
    .describe('What visitors find: active, disabled, scheduled (before `starts`), expired or limit_reached'),
  domain: z.string().describe('Its branded domain; empty on the main host'),
  password: z.boolean().describe('Whether visitors must enter a password'),
  starts: dateTimeView.nullable().describe('Start time; null = immediately'),
  expiry: dateTimeView.nullable().describe('Expiry; null = never'),
  max_clicks: z.int().nullable().describe('Click limit'),
  used_clicks: z.int().nullable().describe('Clicks used of the click limit; null without one'),
  campaign: z.int().nullable().describe('ID of its campaign'),
  campaign_name: z.string().nullable().describe('Name of its campaign'),
};

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
  status: statusView,
  ...disabledByViews,
  ...stateViews,
  tags: z.array(z.string()).describe('Tags'),
  rules: z.int().describe('Number of its rules, with the entries of the three lists'),
  body: bodyView,
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
  rules: routingView,
  ...stateViews,
  date: dateTimeView,
  alias: z.string().describe('The last part of the short URL'),
  type: z.string().describe('Redirect type: direct, frame, splash, the ID of a splash page, or overlay-ID'),
  parameters: z
    .array(z.strictObject({ name: z.string(), value: z.string() }))
    .describe('Query parameters added to the destination'),
  metatitle: z.string().describe('Title for social networks'),
  metadescription: z.string().describe('Description for social networks'),
  metaimage: z.string().describe('Image for social networks'),
  tags: z.array(z.string()).describe('Tags'),
  pixels: z.array(z.int()).describe('IDs of its pixels'),
  channels: z.array(z.int()).describe('IDs of its channels'),
  expiry_url: z.string().nullable().describe('Destination after the link has expired'),
  status: statusView,
  ...disabledByViews,
  forward_query: z.boolean().describe('Whether the visitor’s query is passed through'),
  redirect_code: z.int().describe('HTTP status of the redirect'),
  imported_clicks: z
    .int()
    .describe('Clicks that another service counted before the import; `clicks` contains them, statistics do not'),
  weight: z.int().nullable().describe('Weight in the campaign’s rotator'),
  ...appViews,
  ...warningViews,
});

const linkStatistics = statisticsView(z.int()).extend({ imported: importedView });

/** The statistics of a link without what was imported. */
export type LinkStatistics = Omit<z.output<typeof linkStatistics>, 'imported'>;

export const linkPage = pageAnswer('urls', linkView);
export const getLinkAnswer = answerOf({ details: linkDetails, data: linkStatistics });
export const createLinkAnswer = answerOf({
  id: idField,
  shorturl: z.url().describe('The short URL'),
  reused: z.literal(true).optional().describe('Present if `reuse` returned an existing link'),
  ...warningViews,
});
const dryRunView = z.literal(true).optional().describe('In a dry run: nothing was saved');

export const updateLinkAnswer = answerOf({
  id: idField,
  short: z.url().describe('The short URL'),
  ...warningViews,
  dry_run: dryRunView,
  changes: changeViews.changes
    .optional()
    .describe('In a dry run: the fields that would change, named as in request bodies; secrets are "changed"'),
});

export const deleteLinkAnswer = answerOf({
  message: z.enum(['Link has been deleted successfully', 'Link would be deleted']),
  dry_run: dryRunView,
  shorturl: z.url().optional().describe('In a dry run: the short URL that would stop working'),
  longurl: z.url().optional().describe('In a dry run: its destination'),
  clicks: z.int().min(0).optional().describe('In a dry run: how many clicks it had'),
});

/** What the views of a link need beside the link itself. */
interface Shown {
  shorturl: string;
  campaignName: string | null;
  now: number;
}

function domainOf({ domainId }: LinkSummary, shorturl: string): string {
  return domainId === MAIN_DOMAIN ? '' : new URL(shorturl).origin;
}

function usedClicksOf({ maxClicks, spentClicks }: LinkSummary): number | null {
  return maxClicks === null ? null : spentClicks;
}

function showState(link: Link, { shorturl, campaignName, now }: Shown) {
  return {
    state: stateOf(link, now),
    domain: domainOf(link, shorturl),
    password: link.passwordHash !== null,
    starts: formatOptional(link.startsAt),
    expiry: formatOptional(link.expiresAt),
    max_clicks: link.maxClicks,
    used_clicks: usedClicksOf(link),
    campaign: link.campaignId,
    campaign_name: campaignName,
  };
}

interface ShownInList extends Shown {
  tags: string[];
  /** In the list of all users' links. */
  owner?: { userid?: number; owner?: string };
  /** Its fields as in a request body, if they are requested. */
  body?: Record<string, unknown> | undefined;
}

/** A link in a list. It names every field, because spreads are slow for many links; JSON omits undefined ones. */
export function toListView(link: LinkSummary, shown: ShownInList): z.output<typeof linkView> {
  const { shorturl, campaignName, tags, owner, body, now } = shown;
  return {
    id: link.id,
    alias: link.alias,
    shorturl,
    longurl: link.url,
    clicks: link.clicks,
    title: titleOf(link),
    description: link.description || link.metaDescription,
    date: formatDateTime(link.createdAt),
    status: link.status,
    disabled_by: showDisabledBy(link.disabledBy).disabled_by,
    state: stateOf(link, now),
    domain: domainOf(link, shorturl),
    password: link.passwordHash !== null,
    starts: formatOptional(link.startsAt),
    expiry: formatOptional(link.expiresAt),
    max_clicks: link.maxClicks,
    used_clicks: usedClicksOf(link),
    campaign: link.campaignId,
    campaign_name: campaignName,
    tags,
    rules: link.rules.length + link.routingRules.length,
    userid: owner?.userid,
    owner: owner?.owner,
    body,
  };
}

export function toDetails(
  link: Link,
  shown: Shown & { tags: string[]; pixels: number[]; channels: number[] },
): z.output<typeof linkDetails> {
  const { tags, pixels, channels } = shown;
  const warnings = [warnAboutFraming(link), ...warnAboutRules(link)].filter((warning) => warning !== undefined);
  return {
    id: link.id,
    shorturl: shown.shorturl,
    longurl: link.url,
    title: titleOf(link),
    description: link.description || link.metaDescription,
    ...viewRules(link.rules),
    rules: viewRouting(link.routingRules),
    date: formatDateTime(link.createdAt),
    alias: link.alias,
    type: formatType(link),
    parameters: link.parameters,
    metatitle: link.metaTitle,
    metadescription: link.metaDescription,
    metaimage: link.metaImage,
    tags,
    pixels,
    channels,
    expiry_url: link.expiryUrl,
    status: link.status,
    ...showDisabledBy(link.disabledBy),
    ...showState(link, shown),
    forward_query: link.isQueryForwarded,
    redirect_code: link.redirectCode,
    imported_clicks: link.importedClicks,
    weight: link.campaignId === null ? null : link.campaignWeight,
    app: link.app,
    escape: link.leavesApps,
    ...showWarnings(warnings),
  };
}
