import type { AskedLink } from './asked-link.ts';
import type { Home } from './homes.ts';

/** A visit taken apart. */
export interface Visit {
  request: Request;
  /** The address at the other end of the connection. */
  peer: string;
  method: string;
  /** Where short URLs begin, and where misses go. */
  home: Pick<Home, 'origin' | 'redirect404'>;
  /** Of the link in the cache. */
  key: string;
  query: string;
  isPreview: boolean;
  asked?: AskedLink;
}
