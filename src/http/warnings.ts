import { z } from 'zod';
import type { ApiMessage } from '../core/api-messages.ts';

const paramsView = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .describe('The values in the message, by name; {} if there are none');

/** The fields of a sentence in a response. */
export const messageViews = {
  message: z.string().describe('One sentence in English'),
  params: paramsView,
};

/** A field error in a response. */
export const fieldErrorView = z.strictObject({
  field: z.string().describe('The invalid field'),
  code: z.string().describe('What is wrong, as a stable code; docs/errors.md lists them'),
  ...messageViews,
});

/** The warnings of a response; omitted if there are none. */
export const warningViews = {
  warning: z.string().optional().describe('What you should know about it, in English'),
  warning_details: z
    .array(z.strictObject({ code: z.string().describe('A stable code'), ...messageViews }))
    .optional()
    .describe('The same warnings, each with its code and values'),
};

/** Adds warnings to a response. */
export function showWarnings(warnings: ApiMessage[]): { warning?: string; warning_details?: ApiMessage[] } {
  if (warnings.length === 0) return {};
  return { warning: warnings.map(({ message }) => message).join(' '), warning_details: warnings };
}
