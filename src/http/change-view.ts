import { z } from 'zod';
import { actorKinds } from '../core/actor.ts';
import { type AuditRow, shortenChanges } from '../core/audit.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { dateTimeView } from './fields.ts';

const actorView = z.strictObject({
  kind: z.enum(actorKinds).describe('key, session, cli, import or schedule'),
  user: z.int().nullable().describe('ID of the user; null for commands and background work'),
  id: z.int().nullable().describe('ID of the key, the session or the scheduled change'),
  name: z.string().nullable().describe('Name of the key, the user or the command'),
  username: z.string().nullable().describe('Present name of the user; null if there is none, or no longer'),
});

/** A recorded change: who made it, when and how. */
export const changeViews = {
  date: dateTimeView,
  actor: actorView,
  action: z.string().describe('create, update, delete, restore, …'),
  changes: z
    .record(z.string(), z.strictObject({ old: z.unknown(), new: z.unknown() }))
    .describe('The fields that changed, named as in request bodies; secrets are "changed", long values are cut'),
  request_id: z.string().nullable().describe('The header X-Request-Id of the response to the request'),
};

/** A recorded change as the API shows it. */
export function showChange({ at, actor, action, changes, requestId }: AuditRow) {
  const { kind, user, id, name, username } = actor;
  return {
    date: formatDateTime(at),
    actor: { kind, user, id, name, username },
    action,
    changes: shortenChanges(changes),
    request_id: requestId,
  };
}
