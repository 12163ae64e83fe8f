import type { Generated } from 'kysely';
import type { DisabledBy } from '../../core/take-down.ts';
import type { QrType } from '../../qr/payload.ts';

export interface QrCodeTable {
  id: Generated<number>;
  user_id: number;
  /** 0 on the main host. */
  domain_id: number;
  code: string;
  name: string;
  type: QrType;
  data: string;
  is_dynamic: number;
  design: string;
  logo: string | null;
  logo_hash: string | null;
  /** Name and content in lower case. */
  search_words: string;
  scans: Generated<number>;
  /** Null while it is active. */
  disabled_by: Generated<DisabledBy | null>;
  created_at: number;
}

/** The logo in the middle of a code, small enough to decode for each drawing. */
export interface QrLogoTable {
  qr_id: number;
  bytes: Uint8Array;
}
