import { z } from 'zod';
import { parseLanguage } from '../../agent/language.ts';
import { ALIAS } from '../../core/alias.ts';
import type { FieldProblem } from '../../core/errors.ts';
import { isReserved } from '../../core/reserved-words.ts';
import { allField } from '../../http/all-users.ts';
import { fileIdField, linesField } from '../../http/design-fields.ts';
import { customIssue, fieldIssue } from '../../http/field-issue.ts';
import { blankIsNull, isPrintable, pageQueryFields, readPage, textField } from '../../http/fields.ts';
import { formatHex, parseHex } from '../../pages/bio/color.ts';
import { themeNames } from '../../pages/bio/themes.ts';
import { parseColor } from '../../qr/color.ts';
import { blankBlocks, blocksField } from './bio.blocks.contract.ts';
import { sentBioStatuses } from './bio.ts';

const slugField = z
  .string()
  .regex(ALIAS, fieldIssue('wrong_characters', { min: 1, max: 100, characters: '- _' }))
  .refine((text) => !isReserved(text), fieldIssue('reserved_word'));

/** Text that is parsed into another value; `read` returns undefined if it cannot be parsed. */
function readAs<T>(read: (text: string) => T | undefined, problem: FieldProblem) {
  return z
    .string()
    .max(50)
    .transform((text, context) => {
      const value = read(text);
      if (value !== undefined) return value;
      context.addIssue(customIssue(problem));
      return z.NEVER;
    });
}

function readAccent(text: string): string | undefined {
  const color = parseHex(text) ?? parseColor(text);
  return color && formatHex(color);
}

const nameField = textField(100).describe('Name on the page, and in lists');

/** All fields except the name. In an update, an omitted field keeps its value, and null or "" clears it. */
const bioFields = {
  slug: slugField.nullish().describe('Last part of the URL, [A-Za-z0-9_-]; default: generated from the name'),
  domain: textField(300).nullish().describe('One of your branded domains; default: the main host'),
  headline: textField(160).nullish().describe('One line under the name'),
  text: linesField(1_000).nullish().describe('Text about you; line breaks are kept'),
  avatar: fileIdField.nullish().describe('ID of one of your uploaded images'),
  theme: z.enum(themeNames).nullish().describe('Theme; default: plain'),
  accent: readAs(readAccent, { code: 'not_a_color', params: { examples: '#176b62, rgb(23,107,98)' } })
    .nullish()
    .describe('Custom color, #rrggbb or rgb(r,g,b); default: the theme’s'),
  language: readAs(parseLanguage, { code: 'not_a_language', params: { example: 'pt-BR' } })
    .nullish()
    .describe('Language of the page; default: en'),
  footer: z.boolean().nullish().describe('Whether the page has our name in its footer; default: true'),
  status: z
    .enum(sentBioStatuses)
    .nullish()
    .describe(
      'published, or draft (not visible); default: published. disabled shows visitors the 410 page until it is active again',
    ),
  metatitle: textField(255).nullish().describe('Title for search engines and social networks; default: the name'),
  metadescription: textField(1_000)
    .nullish()
    .describe('Description for search engines and social networks; default: the headline and the text'),
  blocks: blocksField
    .nullish()
    .describe(
      'All blocks in order. An entry with the ID of an existing block updates that block and keeps its clicks. ' +
        'By type: link {title, url, note, picture, featured}, heading {text}, text {text}, picture {picture, alt, caption, url}, ' +
        'social {network, url}, qr {url, caption}, email {email, title, subject}, phone {phone, title}, video {url, title, picture}, divider {}',
    ),
};

export const createBioBody = z.object({ name: nameField, ...bioFields });
export const updateBioBody = z.object({ name: nameField.optional(), ...bioFields });

/** Reads "" as null, also inside blocks. */
export function prepareBio(body: object): object {
  const { blocks, ...rest } = blankIsNull(body) as { blocks?: unknown };
  return blocks === undefined ? rest : { ...rest, blocks: blankBlocks(blocks) };
}

/** The filters of the list of bio pages. */
export const listBioQuery = z
  .object({
    ...pageQueryFields,
    q: z
      .string()
      .max(255)
      .refine(isPrintable, fieldIssue('control_characters'))
      .optional()
      .describe('Text in name, slug or headline'),
    all: allField,
  })
  .transform(({ q, all, ...page }) => ({ q, page: readPage(page), all }));

export type NewBioPage = z.output<typeof createBioBody>;
export type BioPageChange = z.output<typeof updateBioBody>;
