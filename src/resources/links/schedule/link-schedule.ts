import type { ApiMessage } from '../../../core/api-messages.ts';
import { failure } from '../../../core/errors.ts';

/** How many waiting changes one link can have. */
export const MAX_SCHEDULED = 100;

/** A change of a link that is applied later. */
export interface ScheduledChange {
  id: number;
  linkId: number;
  /** The user who scheduled it; null if the account was deleted. */
  authorId: number | null;
  dueAt: number;
  /** The body of the change as it was sent, without the password. */
  change: Record<string, unknown>;
  /** The hash of the password that it sets; null if it sets none. */
  passwordHash: string | null;
  /** Why it could not be applied; null while it waits. */
  failure: ApiMessage | null;
  createdAt: number;
}

export const scheduledChangeNotFound = failure(
  'not_found',
  'scheduled_change_not_found',
  'Get the ID from `GET /api/url/:id/schedule`. A change that was applied is no longer listed.',
);

export const tooManyScheduledChanges = failure(
  'conflict',
  'too_many_scheduled_changes',
  'Cancel changes with `DELETE /api/url/:id/schedule/:scheduleid/delete`.',
  { max: MAX_SCHEDULED },
);
