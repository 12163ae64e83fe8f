import type { VisitedHost } from './hosts.ts';
import type { PickedLink } from './picked-link.ts';

/** A visit taken apart. */
export interface LinkVisit {
  request: Request;
  /** The address at the other end of the connection. */
  peer: string;
  method: string;
  /** Where short URLs begin, and where misses go. */
  home: Pick<VisitedHost, 'origin' | 'redirect404'>;
  /** Of the link in the cache. */
  key: string;
  query: string;
  isPreview: boolean;
  asked?: PickedLink;
}
