import { getDomain } from 'tldts';

/** The parts of a URL for display: the host before, in and after its registered domain, and the rest. */
export interface HostParts {
  before: string;
  domain: string;
  after: string;
  path: string;
}

/** Finds the registered domain in a URL's host, by the public suffix list; for an address it is the whole host. */
export function splitHost(href: string): HostParts {
  const { hostname, port, pathname, search, hash } = new URL(href);
  const domain = getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
  const before = hostname.endsWith(domain) ? hostname.slice(0, hostname.length - domain.length) : '';
  const rest = pathname + search + hash;
  return { before, domain, after: port === '' ? '' : `:${port}`, path: rest === '/' ? '' : rest };
}
