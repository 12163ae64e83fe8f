import { z } from 'zod';
import { answerOf, messageAnswer } from '../../http/envelope.ts';
import { warningViews } from '../../http/warnings.ts';
import { designFields, sizeField } from './qr-code.contract.ts';
import { designViews } from './qr-code.views.ts';

export const updateLinkQrBody = z.object(designFields);

/** A size in a query is text. */
export const linkQrImageQuery = z.object({
  size: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .or(z.string().transform(() => 0))
    .pipe(sizeField)
    .optional()
    .describe('Width of the image in pixels'),
});

export const linkQrAnswer = answerOf({
  details: z.strictObject({
    url: z.url().describe('The URL in the code: the short URL with a suffix that marks a scan'),
    scans: z.int().min(0).describe('Clicks of people who scanned the code; the clicks of the link include them'),
    ...designViews,
  }),
});

export const updateLinkQrAnswer = messageAnswer('QR has been updated successfully.').extend(warningViews);

export type LinkQrChange = z.output<typeof updateLinkQrBody>;
