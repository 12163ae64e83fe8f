import { z } from 'zod';
import { formatColour, parseColour } from '../qr/colour.ts';
import { isPrintable } from './fields.ts';

/** A color in numbers; no other CSS is allowed. */
export const colourField = z
  .string({ error: 'must be text.' })
  .max(50, 'must have at most 50 characters.')
  .transform((text, context) => {
    const colour = parseColour(text);
    if (colour) return formatColour(colour);
    context.addIssue({ code: 'custom', message: 'must be a colour, rgb(r,g,b) with numbers from 0 to 255.' });
    return z.NEVER;
  });

/** A color in a response; null if none was chosen. */
export const colourView = z
  .string()
  .regex(/^rgb\(\d+,\d+,\d+\)$/)
  .nullable();

const NO_FILE = 'must be the id of an uploaded file.';

/** The id of an uploaded file, as a number or as digits. */
export const fileIdField = z
  .union([z.int(NO_FILE), z.string().regex(/^\d{1,15}$/, NO_FILE)], { error: NO_FILE })
  .transform(Number)
  .refine((id) => id > 0, NO_FILE);

/** Non-empty, trimmed text of several lines; line endings are normalized to "\n". */
export function linesField(maxLength: number) {
  return z
    .string({ error: 'must be text.' })
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => isPrintable(text.replaceAll('\n', '')), 'must not hold control characters.')
    .refine((text) => text !== '', 'must not be empty.')
    .refine((text) => text.length <= maxLength, `must have at most ${maxLength} characters.`);
}

/** An integer between two bounds. */
export function wholeField(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}.`;
  return z.int({ error }).min(least, error).max(most, error);
}
