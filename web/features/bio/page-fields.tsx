import { useEffect, useState } from 'react';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import type { FormState } from '../../lib/use-form.ts';
import { ColorField } from '../../ui/color-field.tsx';
import { SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import type { BioValues } from './bio-form.ts';
import { LanguageField } from './language-field.tsx';
import { PageDomainField } from './page-domain-field.tsx';
import { ThemeField } from './theme-field.tsx';

interface Props {
  form: FormState<BioValues>;
}

/** The slug changes when the field loses the focus, not with every letter: each would create its own URL. */
function SlugField({ form }: Props) {
  const t = useTexts('bio');
  const mainHost = useShortHost();
  const { domain } = form.values;
  const host = domain === '' ? mainHost : withoutScheme(domain);
  const field = form.field('slug');
  const [typed, setTyped] = useState(field.value);
  useEffect(() => setTyped(field.value), [field.value]);
  return (
    <TextField
      {...field}
      value={typed}
      onChange={setTyped}
      onBlur={() => {
        const slug = typed.trim() || field.value;
        setTyped(slug);
        if (slug !== field.value) field.onChange(slug);
      }}
      label={t.slug}
      before={`${host}/`}
      hint={t.slugLeaveHint}
      isMono
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}

/** The fields about the owner and the page's URL. */
export function AboutFields({ form }: Props) {
  const t = useTexts('bio');
  return (
    <>
      <TextField {...form.field('name')} label={t.name} maxLength={100} />
      <PageDomainField {...form.field('domain')} hint={t.domainHint} />
      <SlugField form={form} />
      <TextField {...form.field('headline')} label={t.headline} hint={t.headlineHint} maxLength={160} isOptional />
      <TextAreaField {...form.field('text')} label={t.text} maxLength={1000} isOptional />
      <PictureField {...form.field('avatar')} label={t.avatar} isOptional />
    </>
  );
}

/** The fields of the page's look. */
export function LooksFields({ form, warning }: Props & { warning: string | undefined }) {
  const t = useTexts('bio');
  return (
    <>
      <ThemeField {...form.field('theme')} />
      <ColorField {...form.field('accent')} label={t.accent} hint={warning ?? t.accentHint} isOptional />
      <SwitchField {...form.field('footer')} label={t.footer} />
    </>
  );
}

/** The fields for visibility and search engines. */
export function MoreFields({ form }: Props) {
  const t = useTexts('bio');
  return (
    <>
      {form.values.status !== 'disabled' && (
        <SwitchField
          name="status"
          label={t.published}
          hint={t.publishedHint}
          error={form.errorOf('status')}
          value={form.values.status === 'published'}
          onChange={(isOn) => form.set({ status: isOn ? 'published' : 'draft' })}
        />
      )}
      <LanguageField {...form.field('language')} />
      <TextField {...form.field('metatitle')} label={t.metatitle} hint={t.metaHint} maxLength={255} isOptional />
      <TextAreaField {...form.field('metadescription')} label={t.metadescription} maxLength={1000} isOptional />
    </>
  );
}
