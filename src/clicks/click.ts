import type { VisitKind } from '../agent/visit-kind.ts';
import type { Dimension } from '../rollups/dimension.ts';
import type { VisitedNoun } from '../rollups/subject.ts';

/** A visit with all derived properties that are counted; it does not contain the address. */
export interface Click {
  noun: VisitedNoun;
  id: number;
  at: number;
  kind: VisitKind;
  /** A keyed hash that identifies the visitor. */
  visitor: number;
  /** English names; unknown dimensions are omitted. */
  values: Partial<Record<Dimension, string | undefined>>;
}

/** Whether a visit counts as a click. */
export function isPerson({ kind }: Pick<Click, 'kind'>): boolean {
  return kind === 'person';
}
