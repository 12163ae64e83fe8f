import type { VisitKind } from '../agent/visit-kind.ts';
import type { Dimension } from '../rollups/dimension.ts';
import type { VisitedNoun } from '../rollups/subject.ts';

/** A visit with every derived property that is counted; it no longer contains an address. */
export interface Click {
  noun: VisitedNoun;
  id: number;
  at: number;
  kind: VisitKind;
  /** A keyed hash of who it was. */
  visitor: number;
  /** In English names; a dimension of which nothing is known is left out. */
  values: Partial<Record<Dimension, string>>;
}

/** Whether a visit counts as a click. */
export function isPerson({ kind }: Pick<Click, 'kind'>): boolean {
  return kind === 'person';
}
