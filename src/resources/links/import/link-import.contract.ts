import { z } from 'zod';
import { answerOf, idField } from '../../../http/envelope.ts';
import { customIssue, fieldIssue } from '../../../http/field-issue.ts';
import { dateTimeField, textField } from '../../../http/fields.ts';
import { fieldErrorView, warningViews } from '../../../http/warnings.ts';
import { createLinkBody } from '../link.contract.ts';
import { type ColumnChoices, readColumnPairs } from './link-import.choices.ts';
import { type ImportOptions, MAX_ROWS, takenChoices, unknownDomainChoices } from './link-import.ts';

const MAX_COLUMN_NAME = 300;
const columnName = z.string().min(1).max(MAX_COLUMN_NAME);
const columnChoices = z.record(columnName, z.union([columnName, z.int().min(1), z.null()]));

/** The columns that the user chose. */
export const columnsField = z
  .string()
  .max(10_000)
  .transform((text, context): ColumnChoices => {
    if (!text.trimStart().startsWith('{')) return readColumnPairs(text.split(',').filter((pair) => pair.trim() !== ''));
    const read = columnChoices.safeParse(parseObject(text));
    if (read.success) return read.data;
    context.addIssue(customIssue({ code: 'not_columns' }));
    return z.NEVER;
  })
  .optional()
  .describe(
    'Which column of a CSV file each field is read from, where its name is not recognized: FIELD=COLUMN, separated by commas, or a JSON object such as {"url": "Long", "alias": 2, "clicks": null}. A column is its name or its number from 1; null or nothing imports no such field. The fields are url (required), alias, short_url, title, description, tags, created, clicks, expiry, starts, max_clicks, password, domain and status',
  );

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The options of an import, and of reading its file. */
export interface ImportQuery extends ImportOptions {
  columns?: ColumnChoices | undefined;
}

/** The options of an import. */
export const importQuery = z
  .object({
    dry_run: z.enum(['0', '1']).optional().describe('1 checks everything and saves nothing'),
    taken: z
      .enum(takenChoices)
      .optional()
      .describe('If an alias is taken or not allowed: skip (refuse the row) or rename (generate another)'),
    tag: textField(50).optional().describe('A tag to add to all of them'),
    domain: textField(300).optional().describe('The domain for all of them; it overrides the rows'),
    unknown_domain: z
      .enum(unknownDomainChoices)
      .optional()
      .describe(
        'If a link is on a domain that you do not have: main (put it on the main host) or refuse; by default, main for short URLs and refuse for the field `domain`',
      ),
    columns: columnsField,
  })
  .transform(
    ({ dry_run, taken = 'skip', tag, domain, unknown_domain, columns }): ImportQuery => ({
      isDryRun: dry_run === '1',
      taken,
      tag,
      domain,
      unknownDomain: unknown_domain,
      columns,
    }),
  );

/** A link from another service; only imports may set the creation date and the clicks before it. */
export const importedLink = createLinkBody.omit({ reuse: true }).extend({
  created: dateTimeField
    .refine((ms) => ms >= 0, fieldIssue('before_1970'))
    .nullish()
    .describe('When the link was created, YYYY-MM-DD HH:MM:SS in UTC; not in the future'),
  clicks: z
    .int()
    .min(0)
    .max(1e12)
    .nullish()
    .describe('Clicks that the other service counted; the link’s total starts with them, its statistics do not'),
});

const listOf = <Link extends z.ZodType>(link: Link) =>
  z.array(link).min(1).max(MAX_ROWS).describe(`At most ${MAX_ROWS} links`);

/** The JSON body, as it is documented. */
export const importLinksBody = z.object({ links: listOf(importedLink) });

/** The same body before validation: each link is validated separately. */
export const uncheckedLinks = z.object({ links: listOf(z.unknown()) });

/** The names of a link's fields. */
export const importedFields = new Set(Object.keys(importedLink.shape));

const rowView = z.strictObject({
  row: z.int().min(1).describe('Number of the row, from 1; the header line is not counted'),
  id: idField.optional().describe('ID of the link, once it is saved'),
  shorturl: z.url().optional().describe('The short URL; omitted in a dry run if the alias will be generated'),
  existing: z.literal(true).optional().describe('It already existed with the same destination'),
  renamed: z.string().optional().describe('The alias that was taken'),
  ...warningViews,
  errors: z.array(fieldErrorView).optional().describe('Why it was refused: each invalid field, or `row`'),
});

export const importAnswer = answerOf({
  imported: z.int().min(0).describe('Number of links saved; in a dry run, how many would be'),
  existing: z.int().min(0).describe('How many already existed'),
  refused: z.int().min(0).describe('How many were refused'),
  ignored: z.array(z.string()).describe('Ignored columns'),
  unknown_domains: z
    .array(
      z.strictObject({
        domain: z.string().describe('A domain in the file that you do not have'),
        rows: z.int().min(1).describe('How many of its links are put on the main host'),
      }),
    )
    .describe('Add these domains before the import to keep their short URLs'),
  rows: z.array(rowView).describe('The result of each row, in the order of the file'),
});

export type RowView = z.output<typeof rowView>;
export type ImportedLink = z.output<typeof importedLink>;
