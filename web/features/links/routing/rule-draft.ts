import { completeUrl } from '../../../lib/urls.ts';

/** A condition as the form holds it: the parameters of all types, and unknown ones of a newer version, which are kept. */
export interface ConditionDraft {
  type: string;
  not?: boolean;
  in?: string[];
  country?: string;
  name?: string;
  days?: string[];
  from?: string;
  to?: string;
  after?: string;
  before?: string;
  zone?: string;
  is?: string;
}

/** A variant of a split; the weight is what is typed. */
export interface VariantDraft {
  name: string;
  url: string;
  weight: string;
}

/** A rule as the form holds it. */
export interface RuleDraft {
  /** Its identity while it is moved. */
  key: number;
  name: string;
  when: ConditionDraft[];
  /** The destination of a rule without a split. */
  url: string;
  split: VariantDraft[] | undefined;
  /** The rule as it is stored, if the form cannot show it. */
  kept?: unknown;
  /** Set until it is edited if redirects skip the rule, because something that it needs no longer exists. */
  isSkipped?: boolean;
}

/** The warnings about a link, as the API returns them. */
type LinkWarnings = readonly { code: string; params: Record<string, string | number> }[];

/** A rule as the API shows it, whichever version stored it. */
interface ShownRule {
  name?: string;
  when: ConditionDraft[];
  url?: string;
  split?: { name?: string; url: string; weight: number }[];
}

const RULE_KEYS = ['name', 'when', 'url', 'split'];

function isShownRule(rule: unknown): rule is ShownRule {
  if (typeof rule !== 'object' || rule === null) return false;
  const { when, url, split } = rule as Partial<ShownRule>;
  const hasDestination = Array.isArray(split) ? split.every(({ url: href }) => typeof href === 'string') : url;
  const isKnown = Object.keys(rule).every((key) => RULE_KEYS.includes(key));
  const areConditions = Array.isArray(when) && when.every((condition) => typeof condition?.type === 'string');
  return isKnown && areConditions && hasDestination !== undefined && hasDestination !== false;
}

function isSkipped(index: number, warnings: LinkWarnings): boolean {
  const place = `rules.${index}`;
  return warnings.some(({ code, params: { field = '' } }) => {
    return code === 'rule_skipped' && (field === place || String(field).startsWith(`${place}.`));
  });
}

/** The rules of a link for the form. */
export function toRuleDrafts(rules: readonly unknown[] = [], warnings: LinkWarnings = []): RuleDraft[] {
  return rules.map((rule, key) => {
    const flag = isSkipped(key, warnings) && { isSkipped: true };
    if (!isShownRule(rule)) return { key, name: '', when: [], url: '', split: undefined, kept: rule, ...flag };
    const { name = '', when, url = '', split } = rule;
    const variants = split?.map((variant) => ({
      name: variant.name ?? '',
      url: variant.url,
      weight: String(variant.weight),
    }));
    return { key, name, when, url, split: variants, ...flag };
  });
}

function toHref(text: string): string {
  return text.trim() === '' ? '' : completeUrl(text);
}

const OPTIONAL = ['not', 'country', 'days', 'from', 'to', 'after', 'before', 'zone'];

/** Optional parameters that are empty are left out; unknown ones are kept as they are. */
function writeCondition(condition: ConditionDraft): object {
  const isOptional = (name: string) => OPTIONAL.includes(name) || (name === 'in' && condition.type === 'query');
  const isEmpty = (value: unknown) => value === '' || value === false || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(condition).filter(([name, value]) => !(isOptional(name) && isEmpty(value))));
}

/** The rules as the API takes them. */
export function writeRuleDrafts(drafts: readonly RuleDraft[]): unknown[] {
  return drafts.map(({ name, when, url, split, kept }) => {
    if (kept !== undefined) return kept;
    const variants = split?.map((variant) => ({
      ...(variant.name.trim() !== '' && { name: variant.name.trim() }),
      url: toHref(variant.url),
      weight: Number(variant.weight),
    }));
    return {
      ...(name.trim() !== '' && { name: name.trim() }),
      when: when.map(writeCondition),
      ...(variants ? { split: variants } : { url: toHref(url) }),
    };
  });
}

/** Whether a condition has the values that it needs. */
export function isConditionComplete({ type, in: values, name }: ConditionDraft): boolean {
  if (type === 'query') return name !== undefined && name !== '';
  return values === undefined || values.length > 0;
}

/** A key that no rule has yet. */
export function nextKey(drafts: readonly RuleDraft[]): number {
  return Math.max(-1, ...drafts.map(({ key }) => key)) + 1;
}

/** The name of a variant on screens: its own, or its position from 1. */
export function variantName({ name }: { name?: string }, index: number): string {
  return name?.trim() || String(index + 1);
}

/** The destination of a rule as a split in equal parts, or the other way round. */
export function toggleSplit({ url, split }: Pick<RuleDraft, 'url' | 'split'>): Pick<RuleDraft, 'url' | 'split'> {
  if (split) return { url: split[0]?.url ?? '', split: undefined };
  const start = { weight: '50' };
  return {
    url: '',
    split: [
      { ...start, name: 'A', url },
      { ...start, name: 'B', url: '' },
    ],
  };
}

/** The share of each variant from 0 to 1; a weight that is not a number counts as 0. */
export function sharesOf(variants: readonly { weight: string | number }[]): number[] {
  const weights = variants.map(({ weight }) => Math.max(0, Number(weight) || 0));
  const sum = weights.reduce((left, right) => left + right, 0);
  return weights.map((weight) => (sum === 0 ? 0 : weight / sum));
}
