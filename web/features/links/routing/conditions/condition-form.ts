import type { ReactNode } from 'react';
import type { ConditionDraft } from '../rule-draft.ts';

/** What the fields of a condition need. */
export interface ConditionInputProps {
  condition: ConditionDraft;
  /** The field of the condition in the API, such as `rules.1.when.0`. */
  path: string;
  onChange(change: Partial<ConditionDraft>): void;
  errorOf(field: string): string | undefined;
}

/** How the dashboard edits one type of condition. Its texts are those of that type in `link-routing.json`. */
export interface ConditionForm {
  Input(props: ConditionInputProps): ReactNode;
  /** The parameters of a new condition. */
  start(): Omit<ConditionDraft, 'type'>;
}
