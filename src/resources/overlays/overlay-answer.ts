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

/** The submitted values by field, or the invalid field. */
export type Answer = { fields: Record<string, string> } | { problem: FormField };

const schemas: Record<ContactField, z.ZodType<string>> = {
  name: textField(100),
  email: emailField,
  message: linesField(2_000),
};

/** Every field that a form of this type can have, now or when it received earlier responses. */
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

/** Parses a submitted form; fields that the overlay does not have are ignored. */
export function readFormAnswer(content: FormContent, form: Record<string, string>): Answer {
  if (content.type === 'poll') {
    const { answer = '' } = form;
    return content.answers.includes(answer) ? { fields: { answer } } : { problem: 'answer' };
  }
  const fields: Record<string, string> = {};
  for (const field of content.type === 'contact' ? content.fields : (['email'] as const)) {
    const parsed = schemas[field].safeParse(form[field] ?? '');
    if (!parsed.success) return { problem: field };
    fields[field] = parsed.data;
  }
  return { fields };
}
