import { toHex, toRgbText } from '../../lib/color.ts';
import type { RowOf } from '../../lib/query.ts';

/** An overlay in the list. */
export type OverlayDetails = RowOf<'GET /api/overlay'>;
export type Type = OverlayDetails['type'];

export const types = ['message', 'contact', 'poll', 'newsletter', 'image', 'coupon'] as const satisfies Type[];
export const contactFormFields = ['name', 'email', 'message'] as const;

/** One overlay with all its fields; which of them exist depends on its type. */
export interface Details extends OverlayDetails {
  background: string | null;
  foreground: string | null;
  accent: string | null;
  logo: number | null;
  text?: string | null;
  button?: string | null;
  button_url?: string | null;
  thanks?: string | null;
  fields?: (typeof contactFormFields)[number][];
  question?: string | null;
  answers?: string[];
  picture?: number | null;
  link?: string | null;
  alt?: string | null;
  code?: string | null;
}

type TextName = 'text' | 'button' | 'button_url' | 'thanks' | 'question' | 'link' | 'alt' | 'code';
type ContentName = TextName | 'fields' | 'answers' | 'picture';

/** The fields of each type. */
export const contentOf: Record<Type, readonly ContentName[]> = {
  message: ['text', 'button', 'button_url'],
  contact: ['text', 'fields', 'button', 'thanks'],
  poll: ['question', 'answers', 'thanks'],
  newsletter: ['text', 'button', 'thanks'],
  image: ['picture', 'link', 'alt'],
  coupon: ['text', 'code', 'button', 'button_url'],
};

/** The form values of an overlay. */
export interface OverlayValues extends Record<TextName, string> {
  type: Type;
  name: string;
  position: OverlayDetails['position'] | '';
  delay: string;
  dismissable: boolean;
  background: string;
  foreground: string;
  accent: string;
  /** Ids of uploaded files, '' for none. */
  logo: string;
  picture: string;
  /** Indexes into `contactFormFields`. */
  fields: number[];
  /** One per line. */
  answers: string;
}

/** The initial values. */
export function toOverlayValues(overlay?: Details): OverlayValues {
  return {
    type: overlay?.type ?? 'message',
    name: overlay?.name ?? '',
    position: overlay?.position ?? '',
    delay: String(overlay?.delay ?? 0),
    dismissable: overlay?.dismissable ?? true,
    background: toHex(overlay?.background ?? null),
    foreground: toHex(overlay?.foreground ?? null),
    accent: toHex(overlay?.accent ?? null),
    logo: String(overlay?.logo ?? ''),
    picture: String(overlay?.picture ?? ''),
    text: overlay?.text ?? '',
    button: overlay?.button ?? '',
    button_url: overlay?.button_url ?? '',
    thanks: overlay?.thanks ?? '',
    question: overlay?.question ?? '',
    link: overlay?.link ?? '',
    alt: overlay?.alt ?? '',
    code: overlay?.code ?? '',
    fields: (overlay?.fields ?? contactFormFields).map((field) => contactFormFields.indexOf(field)),
    answers: (overlay?.answers ?? []).join('\n'),
  };
}

/** The answers of a poll, one per non-empty line. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The request body: only the content fields of the type. */
export function toOverlayBody(values: OverlayValues) {
  const answers = linesOf(values.answers);
  const content = {
    ...values,
    fields: contactFormFields.filter((_, index) => values.fields.includes(index)),
    answers: answers.length === 0 ? null : answers,
  };
  return {
    ...Object.fromEntries(contentOf[values.type].map((field) => [field, content[field]])),
    name: values.name,
    position: values.position === '' ? null : values.position,
    delay: values.delay === '' ? null : Number(values.delay),
    dismissable: values.dismissable,
    background: toRgbText(values.background),
    foreground: toRgbText(values.foreground),
    accent: toRgbText(values.accent),
    logo: values.logo,
  };
}
