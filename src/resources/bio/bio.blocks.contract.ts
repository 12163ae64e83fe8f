import { z } from 'zod';
import { fileIdField, linesField } from '../../http/design-fields.ts';
import { customIssue, fieldIssue } from '../../http/field-issue.ts';
import { isPrintable, textField } from '../../http/fields.ts';
import { parseDestination } from '../../lib/url.ts';
import { networks } from '../../pages/bio/icons.ts';
import { videoSiteOf } from './bio.block.ts';
import { MAX_BLOCKS } from './bio.ts';

/** An optional line of text; null and "" mean the same. */
export function optionalLine(maxLength: number) {
  return z
    .string()
    .trim()
    .refine(isPrintable, fieldIssue('control_characters'))
    .max(maxLength)
    .nullish()
    .transform((text) => text ?? '');
}

const destinationField = z.string().transform((text, context) => {
  const destination = parseDestination(text);
  if ('href' in destination) return destination.href;
  context.addIssue(customIssue(destination.problem));
  return z.NEVER;
});

const codeDestination = destinationField.refine(
  (href) => href.length <= 500,
  fieldIssue('too_long_in_code', { max: 500 }),
);

const videoField = destinationField.refine((href) => videoSiteOf(href) !== undefined, fieldIssue('not_a_video_url'));

const emailField = z
  .string()
  .trim()
  .max(254)
  .refine((text) => /^[^\s@<>]+@[^\s@<>]+$/.test(text) && isPrintable(text), fieldIssue('not_an_email'));

const phoneField = z
  .string()
  .trim()
  .refine(
    (text) => /^[\d+*#(). /\-\u00a0\u2010-\u2015]{2,50}$/.test(text) && /\d/.test(text),
    fieldIssue('not_a_phone_number', { min: 2, max: 50 }),
  );

const optionalPicture = fileIdField.nullish().transform((id) => id ?? null);
const optionalDestination = destinationField.nullish().transform((href) => href ?? null);
const titleField = textField(120);
const idField = z.int(fieldIssue('not_a_block_id')).nullish();

const flagField = z
  .boolean()
  .nullish()
  .transform((flag) => flag ?? false);

const kinds = {
  link: {
    title: titleField,
    url: destinationField,
    note: optionalLine(200),
    picture: optionalPicture,
    featured: flagField,
  },
  heading: { text: titleField },
  text: { text: linesField(2_000) },
  picture: { picture: fileIdField, alt: optionalLine(300), caption: optionalLine(200), url: optionalDestination },
  social: { network: z.enum(networks), url: destinationField },
  qr: { url: codeDestination.nullish().transform((href) => href ?? null), caption: optionalLine(200) },
  email: { email: emailField, title: optionalLine(120), subject: optionalLine(200) },
  phone: { phone: phoneField, title: optionalLine(120) },
  video: { url: videoField, title: titleField, picture: optionalPicture },
  divider: {},
};

export const blockTypes = Object.keys(kinds) as (keyof typeof kinds)[];

function kind<Type extends keyof typeof kinds>(type: Type) {
  return z.object({ id: idField, type: z.literal(type), ...(kinds[type] as (typeof kinds)[Type]) });
}

const blockField = z.discriminatedUnion(
  'type',
  [
    kind('link'),
    kind('heading'),
    kind('text'),
    kind('picture'),
    kind('social'),
    kind('qr'),
    kind('email'),
    kind('phone'),
    kind('video'),
    kind('divider'),
  ],
  {
    error: ({ code }) =>
      code === 'invalid_union'
        ? fieldIssue('not_one_of', { options: blockTypes.join(', ') })
        : fieldIssue('not_a_block'),
  },
);

const { $schema: _, ...describedBlock } = z.toJSONSchema(blockField, { io: 'input', unrepresentable: 'any' });

/** All blocks of a page. The count is checked first, so that a list of ten thousand is refused without parsing each block. */
export const blocksField = z
  .array(z.unknown())
  .max(MAX_BLOCKS)
  .meta({ items: describedBlock })
  .pipe(z.array(blockField));

/** A block of a request body: with the id of an existing block of the page, or new. */
export type SentBlock = z.output<typeof blockField>;

/** In a block, "" as an address or picture means none. */
export function blankBlocks(blocks: unknown): unknown {
  if (!Array.isArray(blocks)) return blocks;
  return blocks.map((block) => {
    if (typeof block !== 'object' || block === null || Array.isArray(block)) return block;
    const blank = (name: string) => (name in block && block[name] === '' ? { [name]: null } : {});
    return { ...block, ...blank('url'), ...blank('picture') };
  });
}
