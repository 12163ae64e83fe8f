import { useMemo } from 'react';
import { listLanguages } from '../../lib/code-names.ts';
import { language, localeOf, useTexts } from '../../lib/texts.ts';
import type { FieldProps } from '../../lib/use-form.ts';
import { SelectField } from '../../ui/field.tsx';

/** Regional languages that pages often use; the others have no entry of their own unless a page has one. */
const REGIONAL = ['de-at', 'de-ch', 'en-gb', 'en-us', 'es-mx', 'fr-ca', 'fr-ch', 'pt-br', 'pt-pt', 'zh-cn', 'zh-tw'];

/** Selects the language of a page by its name; the value is the code. */
export function LanguageField(field: FieldProps<string>) {
  const t = useTexts('bio');
  const locale = localeOf(language.use());
  const { value } = field;
  const options = useMemo(() => listLanguages(locale, [...REGIONAL, value]), [locale, value]);
  return <SelectField {...field} label={t.language} hint={t.languageHint} options={options} />;
}
