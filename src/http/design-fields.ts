import { z } from 'zod';
import { formatColour, parseColour } from '../qr/colour.ts';
import { isPrintable } from './fields.ts';

/** A colour as numbers; no other CSS can be written into it. */
export const colourField = z
  .string({ error: 'must be text.' })
  .max(50, 'must have at most 50 characters.')
  .transform((text, context) => {
    const colour = parseColour(text);
    if (colour) return formatColour(colour);
    context.addIssue({ code: 'custom', message: 'must be a colour, rgb(r,g,b) with numbers from 0 to 255.' });
    return z.NEVER;
  });

/** A colour in an answer; null where none was chosen. */
export const colourView = z
  .string()
  .regex(/^rgb\(\d+,\d+,\d+\)$/)
  .nullable();

const NO_FILE = 'must be the id of an uploaded file.';

/** The number of an uploaded file, as a number or as digits. */
export const fileIdField = z
  .union([z.int(NO_FILE), z.string().regex(/^\d{1,15}$/, NO_FILE)], { error: NO_FILE })
  .transform(Number)
  .refine((id) => id > 0, NO_FILE);

/** Lines of text, trimmed, that must not be empty; however they were ended, they end in "\n". */
export function linesField(maxLength: number) {
  return z
    .string({ error: 'must be text.' })
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .refine((text) => isPrintable(text.replaceAll('\n', '')), 'must not hold control characters.')
    .refine((text) => text !== '', 'must not be empty.')
    .refine((text) => text.length <= maxLength, `must have at most ${maxLength} characters.`);
}

/** A whole number between two others. */
export function wholeField(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}.`;
  return z.int({ error }).min(least, error).max(most, error);
}
