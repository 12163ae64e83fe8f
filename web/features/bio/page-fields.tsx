import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import type { Form } from '../../lib/use-form.ts';
import { ColourField } from '../../ui/colour-field.tsx';
import { SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { bioTexts } from './bio.texts.ts';
import type { BioValues } from './bio-form.ts';
import { ThemeField } from './theme-field.tsx';

interface Props {
  form: Form<BioValues>;
}

/** Who the page is about, and where it is. */
export function AboutFields({ form }: Props) {
  const t = useTexts(bioTexts);
  const host = useShortHost();
  return (
    <>
      <TextField {...form.field('name')} label={t.name} maxLength={100} />
      <TextField
        {...form.field('slug')}
        label={t.slug}
        before={`${host}/`}
        hint={t.slugHint}
        isMono
        autoCapitalize="off"
        spellCheck={false}
        isOptional
      />
      <TextField {...form.field('headline')} label={t.headline} hint={t.headlineHint} maxLength={160} isOptional />
      <TextAreaField {...form.field('text')} label={t.text} maxLength={1000} isOptional />
      <PictureField {...form.field('avatar')} label={t.avatar} isOptional />
    </>
  );
}

/** How the page looks. */
export function LooksFields({ form }: Props) {
  const t = useTexts(bioTexts);
  return (
    <>
      <ThemeField {...form.field('theme')} />
      <ColourField {...form.field('accent')} label={t.accent} hint={t.accentHint} fallback="#007a6c" />
      <SwitchField {...form.field('footer')} label={t.footer} />
    </>
  );
}

/** Who sees the page, and what machines are told of it. */
export function MoreFields({ form }: Props) {
  const t = useTexts(bioTexts);
  return (
    <>
      <SwitchField
        name="status"
        label={t.published}
        hint={t.publishedHint}
        error={form.errorOf('status')}
        value={form.values.status === 'published'}
        onChange={(isOn) => form.set({ status: isOn ? 'published' : 'draft' })}
      />
      <TextField
        {...form.field('language')}
        label={t.language}
        hint={t.languageHint}
        placeholder="en"
        maxLength={10}
        isOptional
      />
      <TextField {...form.field('metatitle')} label={t.metatitle} hint={t.metaHint} maxLength={255} isOptional />
      <TextAreaField {...form.field('metadescription')} label={t.metadescription} maxLength={1000} isOptional />
    </>
  );
}
