import { z } from 'zod';
import { allField } from '../../http/all-users.ts';
import { colorField, fileIdField, linesField, wholeField } from '../../http/design-fields.ts';
import { destinationField } from '../../http/destination-field.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { isPrintable, pageQueryFields, readPage, textField } from '../../http/fields.ts';
import { statusField } from '../../http/published-fields.ts';
import { contactFields, overlayPositions, overlayTypes } from '../../pages/overlay-content.ts';
import { MAX_DELAY_SECONDS } from './overlay.ts';

const MIN_ANSWERS = 2;
const MAX_ANSWERS = 10;

const nameField = textField(255).describe('Private name');
const buttonField = textField(40).nullish().describe('Button label');
const buttonUrlField = destinationField.nullish().describe('Destination of the button; without it the button closes');
const thanksField = linesField(500).nullish().describe('Shown after a visitor has sent a response');

const overlayTextField = linesField(1_000).nullish().describe('Text; default: the name or a standard sentence');

function areUnique(list: string[]): boolean {
  return new Set(list).size === list.length;
}

const fieldsField = z
  .array(z.enum(contactFields))
  .min(1)
  .max(contactFields.length)
  .refine(areUnique, fieldIssue('duplicates'));

const answersField = z
  .array(textField(100))
  .min(MIN_ANSWERS)
  .max(MAX_ANSWERS)
  .refine(areUnique, fieldIssue('duplicates'));

/** The fields of each type. In an update, an omitted field keeps its value, and null or "" resets it to the default. */
const contentFields = {
  message: {
    text: overlayTextField,
    button: buttonField,
    button_url: buttonUrlField,
  },
  contact: {
    text: overlayTextField,
    fields: fieldsField.nullish().describe('Fields of the form: name, email, message; default: all'),
    button: buttonField,
    thanks: thanksField,
  },
  poll: {
    question: textField(200).nullish().describe('The question; default: the name'),
    answers: answersField.nullish().describe('2 to 10 answers; default: Yes and No'),
    thanks: thanksField,
  },
  newsletter: {
    text: overlayTextField,
    button: buttonField,
    thanks: thanksField,
  },
  image: {
    picture: fileIdField.nullish().describe('ID of one of your uploaded files'),
    link: destinationField.nullish().describe('Destination of the image'),
    alt: textField(255).nullish().describe('Description of the image for screen readers; default: the name'),
  },
  coupon: {
    text: overlayTextField,
    code: textField(64).nullish().describe('The code'),
    button: buttonField,
    button_url: buttonUrlField,
  },
};

const commonFields = {
  position: z.enum(overlayPositions).nullish().describe('top, bottom, bottom-left, bottom-right or center'),
  delay: wholeField(0, MAX_DELAY_SECONDS).nullish().describe('Seconds before it shows; default: 0'),
  dismissable: z.boolean().nullish().describe('Whether visitors can close it; default: true'),
  background: colorField.nullish().describe('Background color, rgb(r,g,b)'),
  foreground: colorField.nullish().describe('Text color, rgb(r,g,b)'),
  accent: colorField.nullish().describe('Button color, rgb(r,g,b)'),
  logo: fileIdField.nullish().describe('ID of one of your uploaded files'),
  status: statusField,
};

function bodyOf<Type extends keyof typeof contentFields>(type: Type) {
  const head = { type: z.literal(type).describe(`Type of the overlay: ${type}`), name: nameField };
  return z.object({ ...head, ...commonFields, ...contentFields[type] });
}

/** A new overlay; its type decides which fields it has. */
export const createOverlayBody = z.discriminatedUnion(
  'type',
  [bodyOf('message'), bodyOf('contact'), bodyOf('poll'), bodyOf('newsletter'), bodyOf('image'), bodyOf('coupon')],
  { error: fieldIssue('not_one_of', { options: overlayTypes.join(', ') }) },
);

const { message, contact, poll, newsletter, image, coupon } = contentFields;

/** An update; the type cannot change, and fields of other types are ignored. */
export const updateOverlayBody = z.object({
  type: z.enum(overlayTypes, fieldIssue('cannot_change')).optional().describe('May be sent, but not changed'),
  name: nameField.optional(),
  ...commonFields,
  ...{ ...message, ...newsletter, ...contact, ...poll, ...image, ...coupon },
});

/** The filters of the list of overlays. */
export const listOverlaysQuery = z
  .object({
    ...pageQueryFields,
    q: z
      .string()
      .max(255)
      .refine(isPrintable, fieldIssue('control_characters'))
      .optional()
      .describe('Text in the name'),
    all: allField,
  })
  .transform(({ limit, page, q, all }) => ({ page: readPage({ limit, page }), q, all }));

export type NewOverlay = z.output<typeof createOverlayBody>;
export type OverlayChange = z.output<typeof updateOverlayBody>;
