import { z } from 'zod';
import { parseDestination } from '../lib/url.ts';
import { customIssue } from './field-issue.ts';

/** A destination URL. */
export const destinationField = z.string().transform((text, context) => {
  const destination = parseDestination(text);
  if ('href' in destination) return destination.href;
  context.addIssue(customIssue(destination.problem));
  return z.NEVER;
});
