import type { EndpointAnswer, EndpointCaller } from '../http/endpoint-caller.ts';
import { isPrintable } from '../http/fields.ts';
import type { AdmittedCaller } from './product.ts';

/** A link as our list shows it. */
export type FoundLink = EndpointAnswer<'GET /api/urls'>['data']['urls'][number];

interface Asking {
  admission: AdmittedCaller;
  endpoints: Pick<EndpointCaller, 'call'>;
}

// The longest text that our list takes.
const MAX_SHORT = 2_000;

/** The caller's links with this alias or short URL: the same alias may be on several domains. None for a text that is neither. */
export async function listByShort({ admission, endpoints }: Asking, short: string): Promise<FoundLink[]> {
  const isUsable = short !== '' && short.length <= MAX_SHORT && isPrintable(short);
  const query = isUsable ? { short } : { limit: 1 };
  const { data } = await endpoints.call(admission, 'GET /api/urls', { query });
  return isUsable ? data.urls : [];
}

/** The one of these links that is on the main host, or else the first. */
export async function findByShort(asking: Asking, short: string): Promise<FoundLink | undefined> {
  const links = await listByShort(asking, short);
  return links.find(({ domain }) => domain === '') ?? links[0];
}
