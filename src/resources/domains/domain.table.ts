import type { Generated } from 'kysely';
import type { DnsState, ProofKind, Scheme } from './domain.ts';

export interface DomainTable {
  id: Generated<number>;
  user_id: number;
  scheme: Scheme;
  /** Lower case, punycode, with its port where it has one. */
  host: string;
  /** The host without its port. */
  name: string;
  /** The labels of the name in reverse order, by which the names under a name are found. */
  reversed_name: string;
  redirect_root: string | null;
  redirect_404: string | null;
  /** Changes with the links in one transaction; whoever puts a link here also holds the domain in place by it. */
  link_count: Generated<number>;
  dns: DnsState;
  dns_checked_at: number | null;
  /** Null for a claim that has not been verified; only one user's rows of a name have it. */
  verified_at: number | null;
  verified_by: ProofKind | null;
  created_at: number;
}
