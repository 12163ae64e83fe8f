import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import type { Clock } from '../../lib/date-time.ts';
import { hostOf } from '../../lib/url.ts';
import { type FoundLink, findByShort } from '../find-by-short.ts';
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

/** The title of a link. Ours is the host of a destination without one, and that of YOURLS its URL, always the same. */
export function showTitle({ title, longurl }: FoundLink): string {
  return title === hostOf(longurl) ? longurl : title;
}

/** A link in the statistics. The address of who created it is not stored. */
export function statsOf(link: FoundLink): YourlsAnswer {
  const { shorturl, longurl, date, clicks } = link;
  return { shorturl, url: longurl, title: showTitle(link), timestamp: date, ip: '', clicks };
}

/** The short URL or alias of a request, without the `+` of a page of statistics. */
export function readShort({ shorturl = '' }: Parameters): string {
  return shorturl.trim().replace(/\+$/, '');
}

/** The caller's link with the alias or short URL of the request; undefined if they have none. */
export function findYourlsLink(call: YourlsCall): Promise<FoundLink | undefined> {
  return findByShort(call, readShort(call.parameters));
}
