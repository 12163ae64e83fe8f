import { z } from 'zod';
import { customIssue, fieldIssue } from '../http/field-issue.ts';
import { isPrintable } from '../http/fields.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import { DIRECT, type Filters } from './click-filter.ts';

const MAX_TEXTS = 50;
const MAX_LENGTH = 255;

type Context = z.core.$RefinementCtx;

function isWord(text: string): boolean {
  return text !== '' && text.length <= MAX_LENGTH && isPrintable(text);
}

function filterField(dimension: Dimension) {
  return z
    .array(z.string().meta({ minLength: 1, maxLength: MAX_LENGTH }))
    .max(MAX_TEXTS, fieldIssue('too_many_values', { max: MAX_TEXTS }))
    .refine((texts) => texts.every(isWord), fieldIssue('wrong_length', { min: 1, max: MAX_LENGTH }))
    .optional()
    .describe(
      `Only visits with this ${dimension}, as written in responses; if repeated, any of them` +
        (dimension === 'referrer' ? `. ${DIRECT} selects visits without a referrer` : ''),
    );
}

type FilterName = `filter[${Dimension}]`;

/** The name of a dimension's filter in the query of a request. */
export function filterNameOf(dimension: Dimension): FilterName {
  return `filter[${dimension}]`;
}

const byName = new Map<string, Dimension>(dimensions.map((dimension) => [filterNameOf(dimension), dimension]));

/** The filters as fields of a query. */
export const filterFields = Object.fromEntries(
  dimensions.map((dimension) => [filterNameOf(dimension), filterField(dimension)]),
) as Record<FilterName, ReturnType<typeof filterField>>;

/** Lists all filters in a query, known or not. `filter[]` is not one: it holds the values of a plain `filter`. */
function findFilters(query: Record<string, unknown>): [name: string, texts: string[]][] {
  return Object.entries(query).filter(
    (entry): entry is [string, string[]] => /^filter\[.+\]$/.test(entry[0]) && entry[1] !== undefined,
  );
}

/** Reads the filters that `filterFields` have parsed; refuses an unknown filter by its name. */
export function readFilters(query: Record<string, unknown>, context: Context): Filters {
  const filters: Filters = new Map();
  for (const [name, texts] of findFilters(query)) {
    const dimension = byName.get(name);
    if (dimension) filters.set(dimension, texts);
    else
      context.addIssue(customIssue({ code: 'not_one_of', params: { options: [...byName.keys()].join(', ') } }, [name]));
  }
  return filters;
}

/** Refuses every filter, for subjects that cannot be filtered. */
export function refuseFilters(query: Record<string, unknown>, context: Context): Filters {
  for (const [name] of findFilters(query)) context.addIssue(customIssue({ code: 'link_statistics_only' }, [name]));
  return new Map();
}
