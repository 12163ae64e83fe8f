import { z } from 'zod';
import { formatColour, parseColour } from '../qr/colour.ts';
import { customIssue, fieldIssue } from './field-issue.ts';
import { isPrintable } from './fields.ts';

/** A color in numbers; no other CSS is allowed. */
export const colourField = z
  .string()
  .max(50)
  .transform((text, context) => {
    const colour = parseColour(text);
    if (colour) return formatColour(colour);
    context.addIssue(customIssue({ code: 'not_a_color', params: { examples: 'rgb(23,107,98)' } }));
    return z.NEVER;
  });

/** A color in a response; null if none was chosen. */
export const colourView = z
  .string()
  .regex(/^rgb\(\d+,\d+,\d+\)$/)
  .nullable();

const NO_FILE = fieldIssue('not_a_file_id');

/** The id of an uploaded file, as a number or as digits. */
export const fileIdField = z
  .union([z.int(NO_FILE), z.string().regex(/^\d{1,15}$/, NO_FILE)], { error: NO_FILE })
  .transform(Number)
  .refine((id) => id > 0, NO_FILE);

/** Non-empty, trimmed text of several lines; line endings are normalized to "\n". */
export function linesField(maxLength: number) {
  return z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => isPrintable(text.replaceAll('\n', '')), fieldIssue('control_characters'))
    .refine((text) => text !== '')
    .refine((text) => text.length <= maxLength);
}

/** An integer between two bounds. */
export function wholeField(least: number, most: number) {
  const error = fieldIssue('not_in_range', { min: least, max: most });
  return z.int({ error }).min(least, error).max(most, error);
}
