import { useApi } from './query.ts';
import { useShortHost } from './session.ts';
import { withoutScheme } from './urls.ts';

const ALL = { query: { limit: 1000 } };

/** The hosts of short URLs for a select: the main host, whose value is '', then the account's domains. */
export function useDomainOptions(): { value: string; label: string }[] {
  const host = useShortHost();
  const { data } = useApi('GET /api/domains', ALL);
  const domains = data?.data.domains ?? [];
  return [
    { value: '', label: host },
    ...domains.map(({ domain }) => ({ value: domain, label: withoutScheme(domain) })),
  ];
}
