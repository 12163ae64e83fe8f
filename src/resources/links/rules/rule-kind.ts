import type { FieldProblem } from '../../../core/errors.ts';
import type { RouteName } from './route.ts';

/** What a rule may know about a visitor; each property is computed when a rule first needs it. */
export interface RuleVisitor {
  /** Whether the visitor is in this country (ISO code) and, unless it is '', in this region. */
  isIn(country: string, region: string): boolean;
  userAgent(): string;
  /** Returns the index of the language that the visitor prefers among these; -1 for none. */
  prefers(languages: string[]): number;
}

/** A condition with the destination of the visitors that it matches. */
export type WithDestination<Condition> = Condition & { link: string };

/** Returns the rule that matches a visitor, if one does. */
export type FindRule<Rule> = (visitor: RuleVisitor) => Rule | undefined;

/** Everything that the server knows about one kind of rule. The dashboard bundles it too, so it imports only pure files. */
export interface RuleKind<Kind extends string, Field extends string, Condition extends object> {
  kind: Kind;
  /** The name of the list in a body. Each entry has `link` and a property that is named after the kind. */
  field: Field;
  /** The name of the list in the stored JSON. */
  storedList: string;
  /** The name of its route in statistics. */
  route: RouteName;
  maxLength: number;
  /** The field error if `parse` returns undefined. */
  problem: FieldProblem;
  fieldDescription: string;
  viewDescription: string;
  /** Parses and normalizes the condition of a body; undefined if it is invalid. */
  parse(text: string): Condition | undefined;
  /**
   * Reads an entry of the stored list: supplies defaults for fields that older versions did not write, and returns undefined for
   * a condition that this version does not know.
   */
  readStored(entry: Partial<Condition>): Condition | undefined;
  /** The name that the API shows; unique within a list. */
  nameOf(condition: Condition): string;
  /** Prepares the rules of a link for many visitors. */
  compile<Rule extends WithDestination<Condition>>(rules: readonly Rule[]): FindRule<Rule>;
}

/** Infers the literal types of a kind. */
export function defineRuleKind<Kind extends string, Field extends string, Condition extends object>(
  kind: RuleKind<Kind, Field, Condition>,
): RuleKind<Kind, Field, Condition> {
  return kind;
}
