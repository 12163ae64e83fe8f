import type { Principal } from '../../core/principal.ts';
import type { Database } from '../../db/db.ts';
import type { EndpointCaller, EndpointName } from '../../http/endpoint-caller.ts';
import type { Clock } from '../../lib/date-time.ts';
import { stringifyInSteps } from '../../lib/json-steps.ts';
import type { DomainService } from '../../resources/domains/domain.service.ts';
import type { LinkService } from '../../resources/links/link.service.ts';
import type { MissService } from '../../resources/misses/miss.service.ts';
import type { AdmittedCaller, Exchange } from '../product.ts';
import type { ShlinkQuery } from './read-request.ts';

/** What the API of Shlink is served with. */
export interface ShlinkParts {
  endpoints: Pick<EndpointCaller, 'act' | 'call'>;
  services: { links: LinkService; domains: DomainService; misses: MissService };
  database: Database;
  baseUrl: string;
  /** Returns once every earlier click is counted. */
  waitForClicks(): Promise<void>;
  now: Clock;
}

/** A request to the API of Shlink, of a caller whose key is valid. */
export interface ShlinkCall {
  exchange: Exchange;
  admission: AdmittedCaller;
  /** The part of the path that a route captures, decoded. */
  name: string;
  query: ShlinkQuery;
  /** The JSON object of the body. */
  readBody(): Promise<Record<string, unknown>>;
  /** Does the work if the key may use this endpoint of ours. */
  act<T>(endpoint: EndpointName, work: (caller: Principal) => Promise<T>): Promise<T>;
}

/** Responds to a call, or throws a `Problem` or any failure of our API. */
export type ShlinkHandler = (call: ShlinkCall) => Promise<Response>;

/** A JSON response; its list may have any length, because clients can ask for all items at once. */
export async function json(body: object): Promise<Response> {
  return new Response(await stringifyInSteps(body), { headers: { 'Content-Type': 'application/json' } });
}

/** The response to a change that has nothing to show. */
export function empty(): Response {
  return new Response(null, { status: 204 });
}
