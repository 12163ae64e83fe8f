import type { ReactNode } from 'react';
import type { RuleLine, RuleValues } from './rule-lines.ts';

/** What the field of a rule needs. */
export interface RuleInputProps {
  value: string;
  onChange(value: string): void;
  isWrong: boolean;
  /** The texts of all rules of this kind. */
  inUse: string[];
  /** The id of the datalist of countries. */
  countries: string;
}

/** How the dashboard edits and explains one kind of rule. Its texts are the group of that kind in `link-rules.json`. */
export interface RuleForm {
  Input(props: RuleInputProps): ReactNode;
  /** The name of a rule's text on screens, such as "Phones" for `mobile`. */
  useName(): (text: string) => string;
  /** Why a visitor goes to the destination of a rule. */
  useReason(): (text: string, values: RuleValues) => string;
  /** The text of a new rule. */
  newText(inUse: string[]): string;
  /** The text of a rule that the API named. */
  toText(name: string): string;
  /** The indexes of rules that never match, because earlier ones match everyone they would. */
  findShadowed(lines: RuleLine[]): number[];
}
