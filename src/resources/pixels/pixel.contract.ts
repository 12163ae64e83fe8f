import { z } from 'zod';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView, pageQueryFields, readPage, searchField, textField } from '../../http/fields.ts';
import { warningViews } from '../../http/warnings.ts';
import { pixelTypes } from './pixel.ts';

const typeField = z.enum(pixelTypes).describe('Vendor of the pixel');

const tagField = z
  .string()
  .regex(/^[A-Za-z0-9_./-]{1,64}$/, fieldIssue('wrong_characters', { min: 1, max: 64, characters: '- _ . /' }))
  .describe("The vendor's id of the pixel");

const nameField = textField(255).describe('Private name');

/** A pixel as the API returns it. */
export const pixelView = z.strictObject({
  id: idField,
  type: typeField,
  name: z.string().describe('Private name'),
  tag: z.string().describe("The vendor's id of the pixel"),
  date: dateTimeView,
});

export const pixelListPage = pageAnswer('pixels', pixelView);

/** The filters of the list of pixels. */
export const listPixelsQuery = z
  .object({ ...pageQueryFields, q: searchField(255).describe('Text in name or tag') })
  .transform(({ limit, page, q }) => ({ page: readPage({ limit, page }), q }));

export const createPixelBody = z.object({ type: typeField, name: nameField, tag: tagField });
export const createPixelAnswer = answerOf({ id: idField, ...warningViews });

export const updatePixelBody = z.object({ name: nameField.optional(), tag: tagField });
export const updatePixelAnswer = messageAnswer('Pixel has been updated successfully.').extend(warningViews);

export const deletePixelAnswer = messageAnswer('Pixel has been deleted successfully.');

export type NewPixel = z.output<typeof createPixelBody>;
export type PixelChange = z.output<typeof updatePixelBody>;
export type PixelView = z.output<typeof pixelView>;
