import type { Generated } from 'kysely';
import type { DnsState, ProofKind, Scheme } from './domain.ts';

export interface DomainTable {
  id: Generated<number>;
  user_id: number;
  scheme: Scheme;
  /** Lower case, punycode, with its port if it has one. */
  host: string;
  /** The host without its port. */
  name: string;
  /** The labels of the name in reverse order, to find its subdomains. */
  reversed_name: string;
  redirect_root: string | null;
  redirect_404: string | null;
  /** Changes in the transaction that adds or removes a link, which also locks the domain. */
  link_count: Generated<number>;
  dns: DnsState;
  dns_checked_at: number | null;
  /** Null for an unverified claim. For each name, only the rows of one user are verified. */
  verified_at: number | null;
  verified_by: ProofKind | null;
  created_at: number;
}
