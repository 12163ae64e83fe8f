import { z } from 'zod';
import { allField, ownerViews } from '../../http/all-users.ts';
import { colorField, colorView, fileIdField, linesField, wholeField } from '../../http/design-fields.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView, isPrintable, pageQueryFields, readPage, textField } from '../../http/fields.ts';
import { disabledByViews, statusField, statusView } from '../../http/published-fields.ts';
import { DEFAULT_SECONDS, MAX_SECONDS } from './splash-page.ts';

const nameField = textField(255).describe('Private name');

/** All fields except the name. An omitted field keeps its value, and null resets it to the default. */
const splashFields = {
  title: textField(120).nullish().describe('Heading; default: the host of the destination'),
  text: linesField(1_000).nullish().describe('Text below the heading'),
  button: textField(40).nullish().describe('Button label; default: Continue, in the visitor’s language'),
  seconds: wholeField(0, MAX_SECONDS)
    .nullish()
    .describe(`Seconds until it continues automatically; 0 waits for the button; default: ${DEFAULT_SECONDS}`),
  picture: fileIdField.nullish().describe('ID of one of your uploaded files'),
  logo: fileIdField.nullish().describe('ID of one of your uploaded files'),
  background: colorField.nullish().describe('Background color, rgb(r,g,b)'),
  foreground: colorField.nullish().describe('Text color, rgb(r,g,b)'),
  accent: colorField.nullish().describe('Button color, rgb(r,g,b)'),
  status: statusField,
};

export const createSplashPageBody = z.object({ name: nameField, ...splashFields });
export const updateSplashPageBody = z.object({ name: nameField.optional(), ...splashFields });

const fileView = z.int().nullable();
const fileUrlView = z.url().nullable();

/** A splash page as the API returns it; "" and null mean the default. */
export const splashPageView = z.strictObject({
  id: idField,
  name: z.string().describe('Private name'),
  date: dateTimeView,
  title: z.string().describe('Heading'),
  text: z.string().describe('Text below the heading'),
  button: z.string().describe('Button label'),
  seconds: z.int().describe('Seconds until it continues automatically; 0 waits for the button'),
  picture: fileView.describe('ID of its image'),
  picture_url: fileUrlView.describe('URL of its image'),
  logo: fileView.describe('ID of its logo'),
  logo_url: fileUrlView.describe('URL of its logo'),
  background: colorView.describe('Background color'),
  foreground: colorView.describe('Text color'),
  accent: colorView.describe('Button color'),
  status: statusView,
  ...disabledByViews,
  ...ownerViews,
});

/** The filters of the list of splash pages. */
export const listSplashPagesQuery = z
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

export const previewSplashPageAnswer = answerOf({ html: z.string().describe('The whole page') });
export const splashPagePage = pageAnswer('splash', splashPageView);
export const getSplashPageAnswer = answerOf({ details: splashPageView });
export const createSplashPageAnswer = answerOf({ id: idField });
export const updateSplashPageAnswer = messageAnswer('Splash page has been updated successfully.');
export const deleteSplashPageAnswer = messageAnswer('Splash page has been deleted successfully.').extend({
  links: z.int().min(0).describe('Number of links that showed it; they now redirect straight to their destinations'),
});

export type NewSplashPage = z.output<typeof createSplashPageBody>;
export type SplashPageChange = z.output<typeof updateSplashPageBody>;
export type SplashPageView = z.output<typeof splashPageView>;
