import type { Generated } from 'kysely';

export interface FileTable {
  id: Generated<number>;
  user_id: number;
  width: number;
  height: number;
  size: number;
  created_at: number;
}
