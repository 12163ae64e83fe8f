import { z } from 'zod';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView, pageQueryFields, readPage, searchField, textField } from '../../http/fields.ts';
import { pixelTypes } from './pixel.ts';

const typeField = z
  .enum(pixelTypes, { error: `must be one of ${pixelTypes.join(', ')}.` })
  .describe('Vendor of the pixel');

const tagField = z
  .string({ error: 'must be text.' })
  .regex(/^[A-Za-z0-9_./-]{1,64}$/, 'must be 1 to 64 letters, digits or the signs - _ . /')
  .describe("The vendor's id of the pixel");

const nameField = textField(255).describe('Name of your own');

const warningView = z.string().optional().describe("Says that the tag does not look like the vendor's ids");

/** A pixel as the API returns it. */
export const pixelView = z.strictObject({
  id: idField,
  type: typeField,
  name: z.string().describe('Name of your own'),
  tag: z.string().describe("The vendor's id of the pixel"),
  date: dateTimeView,
});

export const pixelListPage = pageAnswer('pixels', pixelView);

/** The filters of the list of pixels. */
export const listPixelsQuery = z
  .object({ ...pageQueryFields, q: searchField(255).describe('Text in name or tag') })
  .transform(({ limit, page, q }) => ({ page: readPage({ limit, page }), q }));

export const createPixelBody = z.object({ type: typeField, name: nameField, tag: tagField });
export const createPixelAnswer = answerOf({ id: idField, warning: warningView });

export const updatePixelBody = z.object({ name: nameField.optional(), tag: tagField });
export const updatePixelAnswer = messageAnswer('Pixel has been updated successfully.').extend({ warning: warningView });

export const deletePixelAnswer = messageAnswer('Pixel has been deleted successfully.');

export type NewPixel = z.output<typeof createPixelBody>;
export type PixelChange = z.output<typeof updatePixelBody>;
export type PixelView = z.output<typeof pixelView>;
