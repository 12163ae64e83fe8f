import type { Place } from '../geo/places.ts';
import type { Dimension } from '../rollups/dimension.ts';
import type { Click } from './click.ts';
import type { ClickRecord } from './click-record.ts';

/** What the steps know about the address that a visit comes from. */
export interface VisitOrigin {
  readonly address: string;
  /** Country, region and city as names; undefined until a step looks them up. */
  place: Place | undefined;
  /** The user agent and the visitor of its last visit. */
  agent: string;
  visitor: number | undefined;
}

/** A record with the origin of the visit; a click does not contain its address. */
export interface Visit {
  readonly record: ClickRecord;
  origin: VisitOrigin;
}

/** A click as a step sees it: a step can set only the dimensions that it declares. */
export interface ClickDraft<Filled extends Dimension> extends Omit<Click, 'values'> {
  values: Partial<Record<Filled, string | undefined>>;
}

/** A named step that adds something to a click. */
export interface EnrichStep<Filled extends Dimension = Dimension> {
  name: string;
  /** The dimensions that it sets if it finds a value. */
  fills: readonly Filled[];
  run(visit: Visit, click: ClickDraft<Filled>): void;
}

/** Infers the dimensions that the step may set from `fills`. */
export function defineStep<const Filled extends Dimension = never>(step: EnrichStep<Filled>): EnrichStep<Filled> {
  return step;
}
