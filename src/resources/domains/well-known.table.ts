import type { WellKnownName } from './well-known.ts';

export interface WellKnownFileTable {
  /** 0 is the main host. */
  domain_id: number;
  name: WellKnownName;
  /** Compact JSON. */
  content: string;
}
