import { z } from 'zod';
import type { FieldProblem } from '../../../core/errors.ts';
import { destinationField } from '../../../http/destination-field.ts';
import { customIssue, fieldIssue } from '../../../http/field-issue.ts';
import { isPrintable } from '../../../http/fields.ts';
import type { ConditionField } from './conditions/condition-kind.ts';
import { type AnyConditionKind, type ConditionType, kindsByType } from './conditions/condition-kinds.ts';
import { routingLimits } from './routing-limits.ts';
import type { RoutingRule } from './routing-rule.ts';

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;
}

function valueField({ isList, isRequired, maxLength, parse, problem, description }: ConditionField): z.ZodType {
  const value = z
    .string()
    .max(maxLength)
    .transform((text, context) => {
      const parsed = parse(text);
      if (parsed !== undefined) return parsed;
      context.addIssue(customIssue(problem));
      return z.NEVER;
    });
  const list = z
    .array(value)
    .min(1)
    .max(routingLimits.values)
    .transform((values) => [...new Set(values)]);
  const field = (isList ? list : value) as z.ZodType;
  if (isRequired) return field.describe(description);
  return field
    .nullish()
    .transform((one) => one ?? undefined)
    .describe(description);
}

const notField = z
  .boolean()
  .nullish()
  .transform((isNegated) => isNegated ?? undefined)
  .describe('true reverses the condition; it then also matches where the property is unknown');

function conditionField({ type, description, fields, finish }: AnyConditionKind) {
  const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueField(field)]));
  return z
    .object({ type: z.literal(type).describe(description), not: notField, ...values })
    .transform((parsed, context) => {
      const { type: _, not, ...rest } = withoutUndefined(parsed);
      const finished = finish ? finish(rest as Record<string, string | string[]>) : rest;
      if (!('problem' in finished)) return withoutUndefined({ type, not, ...finished });
      const { problem, field } = finished as { problem: FieldProblem; field?: string };
      context.addIssue(customIssue(problem, field === undefined ? [] : [field]));
      return z.NEVER;
    });
}

type ConditionSchema = ReturnType<typeof conditionField>;

const conditions = [...kindsByType.values()].map(conditionField) as [ConditionSchema, ...ConditionSchema[]];
const types = [...kindsByType.keys()].join(', ');

const whenField = z
  .array(
    z.discriminatedUnion('type', conditions, {
      error: ({ input }) =>
        typeof input === 'object' && input !== null && !Array.isArray(input)
          ? fieldIssue('not_one_of', { options: types })
          : fieldIssue('not_an_object'),
    }),
  )
  .max(routingLimits.conditions)
  .describe('Conditions that must all match; an empty list always matches');

/** An optional name; "" and null are the same as none. */
const nameField = z
  .string()
  .trim()
  .max(routingLimits.name)
  .refine(isPrintable, fieldIssue('control_characters'))
  .nullish()
  .transform((name) => name || undefined);

const variantField = z
  .object({
    name: nameField.describe('Name in statistics; default: its position'),
    url: destinationField.describe('Destination'),
    weight: z.int().min(1).max(routingLimits.weight).describe('Share of the visitors, relative to the other weights'),
  })
  .transform(withoutUndefined);

const ruleField = z
  .object({
    name: nameField.describe('Name in statistics; default: its position'),
    when: whenField,
    url: destinationField.nullish().describe('Destination; either this or `split`'),
    split: z
      .array(variantField)
      .min(1)
      .max(routingLimits.variants)
      .nullish()
      .describe('Several destinations; each visitor always gets the same one'),
  })
  .transform(({ name, when, url, split }, context) => {
    if (url && split) context.addIssue(customIssue({ code: 'url_or_split' }, ['split']));
    if (!url && !split) context.addIssue(customIssue({ code: 'url_or_split' }, ['url']));
    return withoutUndefined({ name, when, url: url ?? undefined, split: split ?? undefined });
  });

/** The ordered rules in the body of a link. */
export const routingField = z
  .array(ruleField)
  .max(routingLimits.rules)
  .nullish()
  .describe('Rules, in order: the first one whose conditions all match answers') as unknown as z.ZodOptional<
  z.ZodNullable<z.ZodType<RoutingRule[]>>
>;

function conditionView({ type, description, fields }: AnyConditionKind) {
  const values = Object.entries(fields).map(([name, field]): [string, z.ZodType] => {
    const view = (field.isList ? z.array(z.string()) : z.string()).describe(field.description);
    return [name, field.isRequired ? view : view.optional()];
  });
  // Not strict: a newer version may have stored further parameters.
  return z.object({
    type: z.literal(type as ConditionType).describe(description),
    not: z.boolean().optional().describe('Whether the condition is reversed'),
    ...Object.fromEntries(values),
  });
}

type ViewSchema = ReturnType<typeof conditionView>;

const conditionViews = [...kindsByType.values()].map(conditionView) as [ViewSchema, ...ViewSchema[]];
const newerConditionView = z
  .looseObject({ type: z.string() })
  .describe('A condition that a newer version of the server stored; redirects skip its rule');

const variantView = z.object({
  name: z.string().optional().describe('Name; omitted if it has none'),
  url: z.url().describe('Destination'),
  weight: z.int().describe('Share of the visitors, relative to the other weights'),
});

/** The ordered rules of a link as the API shows them. */
export const routingView = z
  .array(
    z.object({
      name: z.string().optional().describe('Name; omitted if it has none'),
      when: z.array(z.union([...conditionViews, newerConditionView])).describe('Conditions that must all match'),
      url: z.url().optional().describe('Destination; omitted if it has a split'),
      split: z.array(variantView).optional().describe('Several destinations'),
    }),
  )
  .describe('Rules, in order: the first one whose conditions all match answers') as unknown as z.ZodType<RoutingRule[]>;
