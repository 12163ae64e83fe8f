import { useApi } from '../../lib/query.ts';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { SelectField } from '../../ui/field.tsx';

const ALL = { query: { limit: 1000 } };

/** The domain of all imported links; '' uses the file's value. */
export function ImportDomainField({ value, onChange }: { value: string; onChange(domain: string): void }) {
  const t = useTexts('import');
  const host = useShortHost();
  const { data } = useApi('GET /api/domains', ALL);
  const own = (data?.data.domains ?? []).map(({ domain }) => ({ value: domain, label: withoutScheme(domain) }));
  return (
    <SelectField
      name="domain"
      label={t.domain}
      hint={t.domainHint}
      error={undefined}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: t.asInFile }, { value: host, label: host }, ...own]}
    />
  );
}
