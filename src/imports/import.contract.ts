import { z } from 'zod';
import { answerOf, idField } from '../http/envelope.ts';
import { dateTimeView, textField } from '../http/fields.ts';
import { fieldErrorView } from '../http/warnings.ts';
import { columnsField } from '../resources/links/import/link-import.contract.ts';
import { takenChoices, unknownDomainChoices } from '../resources/links/import/link-import.ts';
import { importStatuses } from './import.table.ts';
import { importProducts } from './source.ts';

const from = z.enum(importProducts).describe('The product that the links come from');
const taken = z
  .enum(takenChoices)
  .optional()
  .describe('If an alias is taken or not allowed: skip (refuse the link) or rename (generate another)');
const tag = textField(50).optional().describe('A tag to add to all of them');
const unknownDomain = z
  .enum(unknownDomainChoices)
  .optional()
  .describe('If you do not have a domain of the source: main (put its links on the main host) or refuse');

const MAX_DOMAINS = 100;
const domainName = textField(300);

function readPairs(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [source = '', target] = pair.split('=', 2).map((part) => part.trim());
      return target === undefined ? ['*', source] : [source.toLowerCase(), target];
    }),
  );
}

/** The options of an import from a file. A JSON body has its own. */
export const startImportQuery = z.object({
  from: from.optional().describe('The product that the file comes from; required for a file'),
  dry_run: z.enum(['0', '1']).optional().describe('1 checks everything and saves nothing'),
  taken,
  tag,
  unknown_domain: unknownDomain,
  domains: textField(10_000)
    .optional()
    .transform((text) => readPairs(text ?? ''))
    .describe('SOURCE=TARGET, separated by commas: the domain for the links of each domain of the source'),
  columns: columnsField,
});

const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1), z.literal('0'), z.literal('1')])
  .optional()
  .transform((value) => value === true || value === 1 || value === '1');

/** The body of an import from an address. */
export const startImportBody = z.object({
  from,
  url: textField(2_000).describe(
    'The root of the service, such as https://s.example.com; it must have a public address',
  ),
  key: textField(2_000).describe(
    'The API key of the service; it is stored encrypted, and deleted when the import ends',
  ),
  dry_run: flag.describe('true checks everything and saves nothing'),
  taken,
  tag,
  unknown_domain: unknownDomain,
  domains: z
    .record(domainName, domainName)
    .refine((pairs) => Object.keys(pairs).length <= MAX_DOMAINS)
    .optional()
    .describe('The domain for the links of each domain of the source; that of `*` is for all others'),
});

const count = z.int().min(0);

const reportFields = {
  rows: count.describe('Links that were read'),
  imported: count.describe('Links saved; in a dry run, how many would be'),
  existing: count.describe('Links that already existed'),
  refused: count.describe('Links that were refused'),
  clicks: count.describe('Clicks of people that were added, undated ones included'),
  bots: count.describe('Visits by bots that were added, if the source distinguishes them'),
  undated: count.describe('Clicks without a date'),
  misses: count.describe('Visits to codes that do not exist'),
};

const conflictView = z.strictObject({
  alias: z.string().describe('The alias in the source'),
  errors: z.array(fieldErrorView).describe('Why it was refused'),
  file: z.string().optional().describe('The file in an export of Signpost'),
  line: z.int().optional().describe('The line in that file'),
});

const runFields = {
  id: idField,
  from: from.describe('The product'),
  host: z.string().describe('The host of the service; empty for a file'),
  status: z
    .enum(importStatuses)
    .describe('`paused` continues when it is resumed; `canceled` and `failed` keep what was saved'),
  dry_run: z.boolean(),
  by_command: z
    .boolean()
    .describe('Whether the command line runs it: it cannot be resumed here; run the same command again'),
  ...reportFields,
  done: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('The share that is done; null if the source does not say how much there is'),
  rate: count.describe('Links and visits per second'),
  seconds_left: count.nullable().describe('The expected time until it is complete; null if it is unknown'),
  reason: z.strictObject({ code: z.string(), message: z.string() }).nullable().describe('Why it paused or failed'),
  unknown_domains: z
    .record(z.string(), count)
    .describe('Domains that you do not have, with the number of their links on the main host'),
  date: dateTimeView.describe('When it was started'),
  ended: dateTimeView.nullable(),
};

const runView = z.strictObject(runFields);

export const startImportAnswer = answerOf({ id: idField });
export const importsAnswer = answerOf({ data: z.strictObject({ imports: z.array(runView).describe('Newest first') }) });
export const importAnswerView = answerOf({
  data: z.strictObject({
    ...runFields,
    report: z.strictObject(reportFields).describe('The same numbers in one object'),
    conflicts: z.array(conflictView).describe('The first 1,000 links that were refused'),
  }),
});
export const importMessage = answerOf({ message: z.string() });

export type RunView = z.output<typeof runView>;
