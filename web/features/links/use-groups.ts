import { useApi } from '../../lib/query.ts';
import { useShortHost } from '../../lib/session.ts';
import { withoutScheme } from '../../lib/urls.ts';
import type { Option } from '../../ui/select.tsx';

const ALL = { query: { limit: 1000 } };

/** What links are grouped by, as options whose value the API takes. */
export interface LinkGroups {
  tag: Option<string>[];
  channel: Option<string>[];
  campaign: Option<string>[];
  /** The main host first. */
  domain: Option<string>[];
  isReady: boolean;
}

/** The account's tags, channels, campaigns and domains, loaded when needed. */
export function useGroups(isEnabled = true): LinkGroups {
  const host = useShortHost();
  const tags = useApi('GET /api/tags', ALL, { isEnabled });
  const channels = useApi('GET /api/channels', ALL, { isEnabled });
  const campaigns = useApi('GET /api/campaigns', ALL, { isEnabled });
  const domains = useApi('GET /api/domains', ALL, { isEnabled });
  const byName = (rows: { id: number; name: string }[] = []) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  return {
    tag: (tags.data?.data.tags ?? []).map(({ tag }) => ({ value: tag, label: tag })),
    channel: byName(channels.data?.data.channels),
    campaign: byName(campaigns.data?.data.campaigns),
    domain: [
      { value: host, label: host },
      ...(domains.data?.data.domains ?? []).map(({ domain }) => ({ value: domain, label: withoutScheme(domain) })),
    ],
    isReady: Boolean(tags.data && channels.data && campaigns.data && domains.data),
  };
}
