import type { z } from 'zod';
import { linesField } from '../../http/design-fields.ts';
import { emailField } from '../../http/email-field.ts';
import { textField } from '../../http/fields.ts';
import {
  type ContactField,
  contactFields,
  type FormContent,
  type OverlayContent,
} from '../../pages/overlay-content.ts';
import type { FormField } from '../../pages/overlay-form.ts';

/** What a visitor sent, by field; or the field that does not fit. */
export type Answer = { fields: Record<string, string> } | { problem: FormField };

const schemas: Record<ContactField, z.ZodType<string>> = {
  name: textField(100),
  email: emailField,
  message: linesField(2_000),
};

/** The names of all that visitors may ever have sent by a form of this type. */
export function columnsOf({ type }: OverlayContent): readonly FormField[] {
  switch (type) {
    case 'contact':
      return contactFields;
    case 'newsletter':
      return ['email'];
    case 'poll':
      return ['answer'];
    default:
      return [];
  }
}

/** Reads the form of an overlay; whatever it does not ask for is left out. */
export function readFormAnswer(content: FormContent, form: Record<string, string>): Answer {
  if (content.type === 'poll') {
    const { answer = '' } = form;
    return content.answers.includes(answer) ? { fields: { answer } } : { problem: 'answer' };
  }
  const fields: Record<string, string> = {};
  for (const field of content.type === 'contact' ? content.fields : (['email'] as const)) {
    const read = schemas[field].safeParse(form[field] ?? '');
    if (!read.success) return { problem: field };
    fields[field] = read.data;
  }
  return { fields };
}
