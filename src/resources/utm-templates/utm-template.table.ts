import type { Generated } from 'kysely';
import type { UtmValues } from '../../lib/utm-names.ts';

export interface UtmTemplateTable extends UtmValues {
  id: Generated<number>;
  user_id: number;
  name: string;
  created_at: number;
}
