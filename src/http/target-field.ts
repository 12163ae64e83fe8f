import { z } from 'zod';
import { parseTarget } from '../lib/url.ts';
import { customIssue } from './field-issue.ts';

/** A destination URL. */
export const targetField = z.string().transform((text, context) => {
  const target = parseTarget(text);
  if ('href' in target) return target.href;
  context.addIssue(customIssue(target.problem));
  return z.NEVER;
});
