import { z } from 'zod';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView } from '../../http/fields.ts';

const pictureView = {
  id: idField,
  type: z.literal('png').describe('Pictures are kept as PNG, whatever was sent'),
  width: z.int().min(1).describe('Pixels across'),
  height: z.int().min(1).describe('Pixels down'),
  url: z.url().describe('Where anyone who is told of it sees the picture'),
};

/** A file as the API returns it. */
export const fileView = z.strictObject({
  ...pictureView,
  size: z.int().min(1).describe('Bytes that are kept'),
  date: dateTimeView,
});

export const filePage = pageAnswer('files', fileView);
export const addFileAnswer = answerOf(pictureView);
export const deleteFileAnswer = messageAnswer('File has been deleted successfully.');

export type FileView = z.output<typeof fileView>;
