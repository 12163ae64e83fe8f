import { useTexts } from '../lib/texts.ts';
import type { FormState } from '../lib/use-form.ts';
import { TextAreaField } from './field.tsx';

/** The files by which apps claim the links of a host, as the text of their fields. */
export interface AppFileValues {
  apple_app_site_association: string;
  assetlinks: string;
}

const APPLE_EXAMPLE = '{ "applinks": { "details": [ … ] } }';
const ANDROID_EXAMPLE = '[ { "relation": [ … ], "target": { … } } ]';

/** Two fields for the files by which iOS and Android apps claim the links of a host. */
export function AppFileFields({ form }: { form: Pick<FormState<AppFileValues>, 'field'> }) {
  const t = useTexts('app-files');
  return (
    <>
      <TextAreaField
        {...form.field('apple_app_site_association')}
        label={t.apple}
        hint={t.appleHint}
        placeholder={APPLE_EXAMPLE}
        rows={6}
        isMono
        isOptional
      />
      <TextAreaField
        {...form.field('assetlinks')}
        label={t.android}
        hint={t.androidHint}
        placeholder={ANDROID_EXAMPLE}
        rows={6}
        isMono
        isOptional
      />
    </>
  );
}
