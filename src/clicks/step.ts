import type { Click } from './click.ts';
import type { ClickRecord } from './click-record.ts';

/** A record with the address that it came from, which lives only as long as the steps run. */
export interface Visit extends ClickRecord {
  address: string;
}

/** One thing that is worked out about a visit. */
export type Step = (visit: Visit, click: Click) => void;
