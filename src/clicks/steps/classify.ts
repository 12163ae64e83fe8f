import { visitKindOf } from '../../agent/visit-kind.ts';
import type { Step } from '../step.ts';

/** Tells people from machines. */
export const classify: Step = ({ agent, isHead, purpose }, click) => {
  click.kind = visitKindOf({ userAgent: agent, method: isHead ? 'HEAD' : 'GET', purpose });
  if (click.kind !== 'person') click.values.bot = click.kind;
};
