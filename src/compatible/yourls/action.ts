import type { EndpointAnswer, EndpointCaller } from '../../http/endpoint-caller.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { AdmittedCaller } from '../product.ts';
import type { Parameters } from '../read-parameters.ts';
import type { FormattedYourlsAnswer, YourlsAnswer } from './write-answer.ts';

/** What an action gets: the request of a user who has signed in. */
export interface YourlsCall {
  admission: AdmittedCaller;
  parameters: Parameters;
  endpoints: EndpointCaller;
  now: Clock;
  /** All clicks of the links in a workspace. */
  countClicks(owner: number): Promise<number>;
}

export type YourlsAction = (call: YourlsCall) => Promise<FormattedYourlsAnswer>;

/** A link as our list shows it. */
type ListedLink = EndpointAnswer<'GET /api/urls'>['data']['urls'][number];

/** A link in the statistics. The address of who created it is not stored. */
export function statsOf({ shorturl, longurl, title, date, clicks }: ListedLink): YourlsAnswer {
  return { shorturl, url: longurl, title, timestamp: date, ip: '', clicks };
}

/** The caller's link with this alias or short URL; undefined if they have none. */
export async function findYourlsLink({
  admission,
  parameters,
  endpoints,
}: YourlsCall): Promise<ListedLink | undefined> {
  const short = parameters.shorturl?.trim();
  if (!short) return undefined;
  const { data } = await endpoints.call(admission, 'GET /api/urls', { query: { short } });
  // The same alias may also be on a branded domain.
  return data.urls.find(({ domain }) => domain === '') ?? data.urls[0];
}
