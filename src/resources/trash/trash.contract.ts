import { z } from 'zod';
import { ALIAS } from '../../core/alias.ts';
import { isReserved } from '../../core/reserved-words.ts';
import { trashNouns } from '../../core/trash.ts';
import { allField, ownerViews } from '../../http/all-users.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView, pageQueryFields, readPage } from '../../http/fields.ts';

const nounView = z.enum(trashNouns).describe('What it is, by its name in the paths of the API');

export const listTrashQuery = z
  .object({
    ...pageQueryFields,
    noun: z.enum(trashNouns).optional().describe('Only items of this type'),
    all: allField,
  })
  .transform(({ limit, page, noun, all }) => ({ page: readPage({ limit, page }), noun, all }));

export const restoreBody = z.object({
  custom: z
    .string()
    .regex(ALIAS, fieldIssue('wrong_characters', { min: 1, max: 100, characters: '- _' }))
    .refine((text) => !isReserved(text), fieldIssue('reserved_word'))
    .nullish()
    .describe('Another alias or slug, if its own has been taken'),
});

const trashItemView = z.strictObject({
  id: idField,
  noun: nounView,
  item: idField.describe('Its ID, which it keeps when it is restored'),
  name: z.string().describe('Its name; of a link the alias, of a domain the host'),
  deleted: dateTimeView,
  expires: dateTimeView.describe('When it is permanently deleted, YYYY-MM-DD HH:MM:SS in UTC'),
  restorable: z.boolean().describe('false if an administrator deleted it: only an administrator can restore it'),
  ...ownerViews,
});

export const trashPage = pageAnswer('trash', trashItemView);
export const restoreAnswer = answerOf({ id: idField.describe('ID of what was restored'), noun: nounView });
export const purgeAnswer = messageAnswer('Item has been erased successfully.');
