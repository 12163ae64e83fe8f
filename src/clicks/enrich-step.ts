import type { Dimension } from '../rollups/dimension.ts';
import type { Click } from './click.ts';
import type { ClickRecord } from './click-record.ts';

/** A record with the address of its visitor, which exists only while the steps run. */
export interface Visit extends ClickRecord {
  address: string;
}

/** A click as a step sees it: the step can set only the dimensions that it declares. */
export interface ClickDraft<Filled extends Dimension> extends Omit<Click, 'values'> {
  values: Partial<Record<Filled, string>>;
}

/** A named step that adds something to a click. */
export interface EnrichStep<Filled extends Dimension = Dimension> {
  name: string;
  /** The dimensions that it sets where it finds a value. */
  fills: readonly Filled[];
  run(visit: Visit, click: ClickDraft<Filled>): void;
}

/** Infers from `fills` which dimensions the step may set. */
export function defineStep<const Filled extends Dimension = never>(step: EnrichStep<Filled>): EnrichStep<Filled> {
  return step;
}
