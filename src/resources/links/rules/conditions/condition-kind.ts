import type { FieldProblem } from '../../../../core/errors.ts';
import type { RuleVisitor } from '../rule-kind.ts';

/** A parameter of a condition: one text, or a list of texts. */
export interface ConditionField<IsList extends boolean = boolean, IsRequired extends boolean = boolean> {
  isList: IsList;
  isRequired: IsRequired;
  maxLength: number;
  description: string;
  /** Normalizes a text; undefined if it is invalid. */
  parse(text: string): string | undefined;
  /** The field error if `parse` returns undefined. */
  problem: FieldProblem;
}

type FieldFacts = Pick<ConditionField, 'maxLength' | 'description' | 'parse' | 'problem'>;

/** A list of values, at least one. */
export function requiredValues(facts: FieldFacts): ConditionField<true, true> {
  return { isList: true, isRequired: true, ...facts };
}

/** The same, if it may be omitted. */
export function optionalValues(facts: FieldFacts): ConditionField<true, false> {
  return { isList: true, isRequired: false, ...facts };
}

/** One text. */
export function requiredText(facts: FieldFacts): ConditionField<false, true> {
  return { isList: false, isRequired: true, ...facts };
}

/** The same, if it may be omitted. */
export function optionalText(facts: FieldFacts): ConditionField<false, false> {
  return { isList: false, isRequired: false, ...facts };
}

/** Returns the option that equals the text, ignoring case. */
export function oneOf(options: readonly string[]): (text: string) => string | undefined {
  const byKey = new Map(options.map((option) => [option.toLowerCase(), option]));
  return (text) => byKey.get(text.trim().toLowerCase());
}

type ValueOf<Field> = Field extends ConditionField<true, boolean> ? string[] : string;

/** The normalized parameters of a condition. */
export type ConditionValues<Fields> = {
  [Name in keyof Fields as Fields[Name] extends ConditionField<boolean, true> ? Name : never]: ValueOf<Fields[Name]>;
} & {
  [Name in keyof Fields as Fields[Name] extends ConditionField<boolean, true> ? never : Name]?: ValueOf<Fields[Name]>;
};

/** Whether a condition matches a visitor at the time `now`; without `not`, an unknown property never matches. */
export type MatchVisitor = (visitor: RuleVisitor, now: number) => boolean;

/** A condition that is ready for many visitors. */
export interface ConditionMatcher {
  matches: MatchVisitor;
  /** What the condition looked at, for people; '' if it is unknown. */
  see(visitor: RuleVisitor, now: number): string;
}

/** Everything that the server knows about one type of condition. Every file of this folder is pure: no file, no network. */
export interface ConditionKind<Type extends string, Fields extends Record<string, ConditionField>> {
  type: Type;
  /** What it matches, for the API documentation. */
  description: string;
  fields: Fields;
  /** Checks the parameters together and may rewrite them. A problem without a field is one of the whole condition. */
  finish?(values: ConditionValues<Fields>): ConditionValues<Fields> | { problem: FieldProblem; field?: string };
  /** Prepares the normalized parameters for many visitors. */
  compile(values: ConditionValues<Fields>): ConditionMatcher;
}

/** Infers the types of a condition. */
export function defineCondition<const Type extends string, Fields extends Record<string, ConditionField>>(
  kind: ConditionKind<Type, Fields>,
): ConditionKind<Type, Fields> {
  return kind;
}
