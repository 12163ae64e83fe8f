import { z } from 'zod';
import { parseTarget } from '../lib/url.ts';

/** A destination URL. */
export const targetField = z.string({ error: 'must be text.' }).transform((text, context) => {
  const target = parseTarget(text);
  if ('href' in target) return target.href;
  context.addIssue({ code: 'custom', message: target.problem });
  return z.NEVER;
});
