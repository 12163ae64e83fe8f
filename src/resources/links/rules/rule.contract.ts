import { z } from 'zod';
import { destinationField } from '../../../http/destination-field.ts';
import { customIssue } from '../../../http/field-issue.ts';
import { type RuleKindName, type RuleOf, ruleKinds } from './rule-kinds.ts';

const MAX_RULES = 250;

type Kinds = typeof ruleKinds;
type ListField<Kind extends RuleKindName> = z.ZodOptional<z.ZodNullable<z.ZodType<RuleOf<Kind>[]>>>;

function listField({ kind, maxLength, problem, parse, nameOf, fieldDescription }: Kinds[RuleKindName]) {
  const condition = z
    .string()
    .max(maxLength)
    .transform((text, context) => {
      const value = parse(text);
      if (value !== undefined) return value;
      context.addIssue(customIssue(problem));
      return z.NEVER;
    });
  const entry = z
    .object({ [kind]: condition, link: destinationField })
    .transform(({ [kind]: parsed, link }) => ({ kind, ...(parsed as object), link }));
  return z
    .array(entry)
    .max(MAX_RULES)
    .superRefine((entries, context) => {
      const seen = new Set<string>();
      for (const [index, value] of entries.entries()) {
        const name = (nameOf as (rule: object) => string)(value);
        if (seen.has(name)) context.addIssue(customIssue({ code: 'duplicate_name', params: { name } }, [index]));
        seen.add(name);
      }
    })
    .nullish()
    .describe(fieldDescription);
}

const kinds = Object.values(ruleKinds);

/** The lists of rules in the body of a link, one for each kind. */
export const ruleFields = Object.fromEntries(kinds.map((kind) => [kind.field, listField(kind)])) as unknown as {
  [Kind in RuleKindName as Kinds[Kind]['field']]: ListField<Kind>;
};

const byName = z.record(z.string(), z.url());

/** The rules of a link as the API shows them: destinations by name, one object for each kind. */
export const ruleViews = Object.fromEntries(
  kinds.map(({ kind, viewDescription }) => [kind, byName.describe(viewDescription)]),
) as Record<RuleKindName, typeof byName>;
