import { z } from 'zod';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView } from '../../http/fields.ts';

const pictureView = {
  id: idField,
  type: z.literal('png').describe('Images are always stored as PNG'),
  width: z.int().min(1).describe('Width in pixels'),
  height: z.int().min(1).describe('Height in pixels'),
  url: z.url().describe('Public URL of the image'),
};

/** A file as the API returns it. */
export const fileView = z.strictObject({
  ...pictureView,
  size: z.int().min(1).describe('Size in bytes'),
  date: dateTimeView,
});

export const filePage = pageAnswer('files', fileView);
export const addFileAnswer = answerOf(pictureView);
export const deleteFileAnswer = messageAnswer('File has been deleted successfully.');

export type FileView = z.output<typeof fileView>;
