import { useDomainOptions } from '../../lib/domain-options.ts';
import { useTexts } from '../../lib/texts.ts';
import type { FieldProps } from '../../lib/use-form.ts';
import { SelectField } from '../../ui/field.tsx';

/** Selects the domain of a page; hidden while the account has no domain. */
export function PageDomainField({ hint, ...field }: FieldProps<string> & { hint?: string }) {
  const t = useTexts('bio');
  const options = useDomainOptions();
  if (options.length === 1 && field.value === '') return null;
  return <SelectField {...field} label={t.domain} hint={hint} options={options} />;
}
