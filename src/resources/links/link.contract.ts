import { z } from 'zod';
import { ALIAS } from '../../core/alias.ts';
import { isReserved } from '../../core/reserved-words.ts';
import { allField } from '../../http/all-users.ts';
import { destinationField } from '../../http/destination-field.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import {
  blankIsNull,
  bodyQueryField,
  channelField,
  dateTimeField,
  idInBody,
  momentField,
  pageQueryFields,
  readPage,
  searchField,
  textField,
} from '../../http/fields.ts';
import { requireUnlessStatus, statusField } from '../../http/published-fields.ts';
import { purgeQuery } from '../../http/purge-query.ts';
import { appFields } from './app.contract.ts';
import { linkStatuses, linkTypes, redirectCodes } from './link.ts';
import { routingField } from './rules/routing.contract.ts';
import { ruleFields } from './rules/rule.contract.ts';

const MAX_PARAMETERS = 50;
const MAX_LINKED_IDS = 50;

const aliasField = z
  .string()
  .regex(ALIAS, fieldIssue('wrong_characters', { min: 1, max: 100, characters: '- _' }))
  .refine((text) => !isReserved(text), fieldIssue('reserved_word'));

const NO_TYPE = fieldIssue('not_a_link_type');
/** `direct`, `frame`, `splash`, the id of a splash page, or `overlay-` and an id; converted to text. */
const typeField = z
  .union([z.string(), z.int(NO_TYPE)], { error: NO_TYPE })
  .transform(String)
  .refine((text) => linkTypes.some((type) => type === text) || /^(overlay-)?[1-9]\d{0,14}$/.test(text), NO_TYPE);

const parameterField = z.object({ name: z.string().min(1).max(255), value: z.string().max(2_048) });

// Not trimmed: leading and trailing spaces are part of a password.
const passwordField = z.string().min(1).max(128);

const tagField = textField(50);

/** Every field except `url`. Each is optional, and null or "" clears it. */
const linkFields = {
  custom: aliasField.nullish().describe('Custom alias in place of a random one'),
  type: typeField.nullish().describe('direct, frame, splash, the ID of a splash page, or overlay-ID; default: direct'),
  password: passwordField.nullish().describe('Password that visitors must enter'),
  domain: textField(300).nullish().describe('One of your branded domains; default: the main host'),
  expiry: dateTimeField.nullish().describe('Expiry, YYYY-MM-DD HH:MM:SS in UTC'),
  ...ruleFields,
  rules: routingField,
  metatitle: textField(255).nullish().describe('Title, also for social networks'),
  metadescription: textField(1_000).nullish().describe('Description for social networks'),
  metaimage: destinationField.nullish().describe('URL of a JPEG or PNG image for social networks'),
  parameters: z
    .array(parameterField)
    .max(MAX_PARAMETERS)
    .nullish()
    .describe('Query parameters added to the destination'),
  description: textField(1_000).nullish().describe('Private description'),
  pixels: z.array(idInBody).max(MAX_LINKED_IDS).nullish().describe('IDs of your pixels'),
  channel: channelField,
  campaign: idInBody.nullish().describe('ID of one of your campaigns'),
  tags: z.array(tagField).max(MAX_LINKED_IDS).nullish().describe('Tags'),
  expiry_url: destinationField.nullish().describe('Destination after the link has expired'),
  max_clicks: z.int().min(1).max(1e12).nullish().describe('Click limit'),
  starts: dateTimeField.nullish().describe('Start time; the link does not exist before it, YYYY-MM-DD HH:MM:SS in UTC'),
  status: statusField,
  forward_query: z.boolean().nullish().describe('Pass the visitor’s query through; default: true'),
  redirect_code: z
    .union(
      redirectCodes.map((code) => z.literal(code)),
      fieldIssue('not_one_of', { options: redirectCodes.join(', ') }),
    )
    .nullish()
    .describe('301, 302, 307 or 308; default: 302'),
  ...appFields,
};

const urlField = destinationField.describe('Long URL to shorten');

export const createLinkBody = z.object({
  url: urlField,
  ...linkFields,
  reuse: z.boolean().nullish().describe('Return an existing plain link to the same URL'),
});

/** Reads "" as null, except for the alias: a new link with an empty alias is refused. */
export function prepareNewLink(body: object): object {
  return { ...blankIsNull(body), ...('custom' in body && { custom: body.custom }) };
}

/** Everything that a change of a link can have. */
export const linkChangeFields = {
  url: urlField.optional(),
  ...linkFields,
  password: z
    .union([passwordField, z.boolean()], fieldIssue('not_text'))
    .transform((value) => {
      if (typeof value === 'string') return value;
      return value ? undefined : null;
    })
    .nullish()
    .describe(
      'Password that visitors must enter; true keeps the present one and false removes it, as `body=1` answers it',
    ),
};

export const updateLinkBody = requireUnlessStatus(z.object(linkChangeFields), 'url');

const filterFields = {
  q: searchField(255).describe('Text in alias, URL, title or description'),
  short: searchField(2_000).describe('A short URL or an alias'),
  url: destinationField.optional().describe('The whole destination'),
  tag: searchField(50).describe('A tag'),
  channel: pageQueryFields.page.describe('ID of a channel'),
  campaign: pageQueryFields.page.describe('ID of a campaign'),
  status: z.enum(linkStatuses).optional().describe('active or disabled'),
  type: z
    .enum([...linkTypes, 'overlay'])
    .optional()
    .describe('direct, frame, splash or overlay, whatever page they show'),
  domain: searchField(300).describe('One of your branded domains, or the main host'),
  created_from: momentField('00:00:00').describe('Only links created on or after this date or date and time in UTC'),
  created_to: momentField('23:59:59').describe('Only links created until this date or date and time in UTC'),
  before: pageQueryFields.page.describe(
    'Only links with a lower ID; with the last ID of a page, the next page misses no link while others are added',
  ),
};

/** The filters of a list of links. */
export const listLinksQuery = z
  .object({
    ...pageQueryFields,
    order: z
      .enum(['date', 'click', 'created'])
      .optional()
      .describe(
        'date (newest first), click, or created: the creation date, which for an imported link is the original one',
      ),
    direction: z.enum(['desc', 'asc']).optional().describe('desc (default) or asc'),
    ...filterFields,
    all: allField,
    body: bodyQueryField,
  })
  .transform(({ limit, page, all, body, ...filters }) => ({
    page: readPage({ limit, page }),
    filters,
    all,
    hasBodies: body === '1',
  }));

/** The filters of an export; it has one order and no pages. */
export const exportLinksQuery = z
  .object({ ...filterFields, all: allField })
  .transform(({ all, ...filters }) => ({ filters, all }));

/** `dry_run` in the query of an update or a deletion. */
export const dryRunQuery = z.object({
  dry_run: z.enum(['0', '1']).optional().describe('1 checks everything, says what would happen, and saves nothing'),
});

export const deleteLinkQuery = purgeQuery.extend(dryRunQuery.shape);

export type NewLink = z.output<typeof createLinkBody>;
export type LinkChange = z.output<typeof updateLinkBody>;

/** False if a body contains only a status. */
export function hasUrl(body: LinkChange): boolean {
  return body.url !== undefined;
}

export type LinkFilters = z.output<typeof listLinksQuery>['filters'];
