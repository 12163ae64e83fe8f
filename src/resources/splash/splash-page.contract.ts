import { z } from 'zod';
import { allField, ownerViews } from '../../http/all-users.ts';
import { colourField, colourView, fileIdField, linesField, wholeField } from '../../http/design-fields.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView, isPrintable, pageQueryFields, readPage, textField } from '../../http/fields.ts';
import { disabledByViews, statusField, statusView } from '../../http/published-fields.ts';
import { MAX_SECONDS, USUAL_SECONDS } from './splash-page.ts';

const nameField = textField(255).describe('Name of your own');

/** All fields except the name. An omitted field keeps its value, and null resets it to the default. */
const splashFields = {
  title: textField(120).nullish().describe('Heading; the host of the target if left out'),
  text: linesField(1_000).nullish().describe('Text below the heading'),
  button: textField(40).nullish().describe('Label of the button; Continue in the visitor’s language if left out'),
  seconds: wholeField(0, MAX_SECONDS)
    .nullish()
    .describe(`Seconds until it goes on by itself; 0 waits for the button; ${USUAL_SECONDS} if left out`),
  picture: fileIdField.nullish().describe('Id of an uploaded file of your own'),
  logo: fileIdField.nullish().describe('Id of an uploaded file of your own'),
  background: colourField.nullish().describe('Colour of the ground, rgb(r,g,b)'),
  foreground: colourField.nullish().describe('Colour of the text, rgb(r,g,b)'),
  accent: colourField.nullish().describe('Colour of the button, rgb(r,g,b)'),
  status: statusField,
};

export const createSplashPageBody = z.object({ name: nameField, ...splashFields });
export const updateSplashPageBody = z.object({ name: nameField.optional(), ...splashFields });

const fileView = z.int().nullable();
const fileUrlView = z.url().nullable();

/** A splash page as the API returns it; "" and null mean the default. */
export const splashPageView = z.strictObject({
  id: idField,
  name: z.string().describe('Name of your own'),
  date: dateTimeView,
  title: z.string().describe('Heading'),
  text: z.string().describe('Text below the heading'),
  button: z.string().describe('Label of the button'),
  seconds: z.int().describe('Seconds until it goes on by itself; 0 waits for the button'),
  picture: fileView.describe('Id of its picture'),
  picture_url: fileUrlView.describe('Where its picture is'),
  logo: fileView.describe('Id of its logo'),
  logo_url: fileUrlView.describe('Where its logo is'),
  background: colourView.describe('Colour of the ground'),
  foreground: colourView.describe('Colour of the text'),
  accent: colourView.describe('Colour of the button'),
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
  links: z.int().min(0).describe('How many links showed it; they lead on directly now'),
});

export type NewSplashPage = z.output<typeof createSplashPageBody>;
export type SplashPageChange = z.output<typeof updateSplashPageBody>;
export type SplashPageView = z.output<typeof splashPageView>;
