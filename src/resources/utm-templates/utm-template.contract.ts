import { z } from 'zod';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView, textField } from '../../http/fields.ts';

const nameField = textField(255).describe('Private name');

function utmField(meaning: string) {
  return textField(255).nullish().describe(meaning);
}

/** The UTM parameters; at least one is needed. An omitted field keeps its value, and null or "" clears it. */
const utmFields = {
  utm_source: utmField('Where visitors come from, such as newsletter'),
  utm_medium: utmField('How they come, such as email'),
  utm_campaign: utmField('What it is part of, such as spring-sale'),
  utm_term: utmField('Search term of an ad'),
  utm_content: utmField('Which of several links it is'),
};

export const createUtmTemplateBody = z.object({ name: nameField, ...utmFields });
export const updateUtmTemplateBody = z.object({ name: nameField.optional(), ...utmFields });

const utmView = z.string().describe('Value of the parameter; empty if the template does not set it');

/** A UTM template as the API returns it. */
export const utmTemplateView = z.strictObject({
  id: idField,
  name: z.string().describe('Private name'),
  utm_source: utmView,
  utm_medium: utmView,
  utm_campaign: utmView,
  utm_term: utmView,
  utm_content: utmView,
  date: dateTimeView,
});

export const utmTemplateListPage = pageAnswer('templates', utmTemplateView);
export const getUtmTemplateAnswer = answerOf({ details: utmTemplateView });
export const createUtmTemplateAnswer = answerOf({ id: idField });
export const updateUtmTemplateAnswer = messageAnswer('UTM template has been updated successfully.');
export const deleteUtmTemplateAnswer = messageAnswer('UTM template has been deleted successfully.');

export type NewUtmTemplate = z.output<typeof createUtmTemplateBody>;
export type UtmTemplateChange = z.output<typeof updateUtmTemplateBody>;
export type UtmTemplateView = z.output<typeof utmTemplateView>;
