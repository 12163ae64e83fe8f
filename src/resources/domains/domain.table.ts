import type { Generated } from 'kysely';
import type { DnsState, Scheme } from './domain.ts';

export interface DomainTable {
  id: Generated<number>;
  user_id: number;
  scheme: Scheme;
  /** Lower case, punycode, with its port where it has one. */
  host: string;
  /** The host without its port. */
  name: string;
  redirect_root: string | null;
  redirect_404: string | null;
  /** Changes with the links in one transaction; whoever puts a link here also holds the domain in place by it. */
  link_count: Generated<number>;
  dns: DnsState;
  dns_checked_at: number | null;
  created_at: number;
}
