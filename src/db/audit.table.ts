import type { Generated } from 'kysely';
import type { ActorKind } from '../core/actor.ts';
import type { AuditNoun } from '../core/audit.ts';

export interface AuditTable {
  id: Generated<number>;
  at: number;
  /** Null for changes of the server as a whole. */
  workspace_id: number | null;
  actor_kind: ActorKind;
  actor_user: number | null;
  actor_id: number | null;
  actor_name: string | null;
  /** The network of the client, /24 or /48. */
  address: string | null;
  request_id: string | null;
  noun: AuditNoun;
  noun_id: number | null;
  /** The version of a link that the change made; null for other nouns, and for the deletion of a link. */
  version: number | null;
  action: string;
  /** `FieldChanges` as JSON. */
  changes: string;
}
