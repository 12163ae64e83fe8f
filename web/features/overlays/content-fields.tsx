import type { ReactNode } from 'react';
import { useTexts } from '../../lib/texts.ts';
import type { FormState } from '../../lib/use-form.ts';
import { ChoicesField } from '../../ui/choices-field.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { contactFormFields, contentOf, type OverlayValues } from './overlay-form.ts';

/** The content fields of an overlay's type. */
export function OverlayContentFields({ form }: { form: FormState<OverlayValues> }): ReactNode {
  const t = useTexts('overlays');
  const url = { type: 'url', placeholder: 'https://', isOptional: true } as const;
  const fields: Record<(typeof contentOf)['message'][number], () => ReactNode> = {
    text: () => <TextAreaField {...form.field('text')} label={t.text} hint={t.textHint} maxLength={1000} isOptional />,
    button: () => <TextField {...form.field('button')} label={t.button} maxLength={40} isOptional />,
    button_url: () => <TextField {...form.field('button_url')} label={t.buttonUrl} hint={t.buttonUrlHint} {...url} />,
    thanks: () => (
      <TextAreaField
        {...form.field('thanks')}
        label={t.thanks}
        hint={t.thanksHint}
        maxLength={500}
        rows={2}
        isOptional
      />
    ),
    fields: () => (
      <ChoicesField
        {...form.field('fields')}
        label={t.fields}
        options={contactFormFields.map((name, value) => ({ value, label: t.fieldNames[name] ?? name }))}
      />
    ),
    question: () => <TextField {...form.field('question')} label={t.question} maxLength={200} isOptional />,
    answers: () => (
      <TextAreaField {...form.field('answers')} label={t.answers} hint={t.answersHint} rows={4} isOptional />
    ),
    picture: () => <PictureField {...form.field('picture')} label={t.picture} isOptional />,
    link: () => <TextField {...form.field('link')} label={t.link} {...url} />,
    alt: () => <TextField {...form.field('alt')} label={t.alt} hint={t.altHint} maxLength={255} isOptional />,
    code: () => <TextField {...form.field('code')} label={t.code} maxLength={64} isMono isOptional />,
  };
  return contentOf[form.values.type].map((name) => <div key={name}>{fields[name]()}</div>);
}
