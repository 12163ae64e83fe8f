import { visitKindOf } from '../../agent/visit-kind.ts';
import { defineStep } from '../enrich-step.ts';

/** Distinguishes people from bots. */
export const classifyVisit = defineStep({
  name: 'classify-visit',
  fills: ['bot'],
  run({ record: { agent, isHead, purpose } }, click) {
    click.kind = visitKindOf({ userAgent: agent, method: isHead ? 'HEAD' : 'GET', purpose });
    if (click.kind !== 'person') click.values.bot = click.kind;
  },
});
