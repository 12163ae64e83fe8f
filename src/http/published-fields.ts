import { z } from 'zod';
import { invalidField } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import {
  type DisabledBy,
  disablers,
  type PublishedStatus,
  publishedStatuses,
  type StatusChanger,
} from '../core/take-down.ts';
import { fieldIssue } from './field-issue.ts';

/** `status` in the body of something that visitors see. */
export const statusField = z
  .enum(publishedStatuses)
  .nullish()
  .describe('active or disabled; administrators can change it for any user');

/** `status` in a response. */
export const statusView = z.enum(publishedStatuses).describe('active or disabled');

/** Shows in a response that an administrator disabled it, not the owner. */
export const disabledByViews = {
  disabled_by: z
    .enum(disablers)
    .exclude(['owner'])
    .optional()
    .describe('administrator or account, if an administrator disabled it, alone or together with its owner’s account'),
};

/** Omitted unless an administrator disabled it. */
export function showDisabledBy(disabledBy: DisabledBy | null): { disabled_by?: 'administrator' | 'account' } {
  return disabledBy !== null && disabledBy !== 'owner' ? { disabled_by: disabledBy } : {};
}

/** The role of a caller in a change of a row's status. */
export function statusChanger(caller: Principal, owner: number): StatusChanger {
  return { isOwner: caller.workspaceId === owner, isAdmin: caller.isAdmin, caller };
}

/** The sentence about other users' rows in the summary of an update. */
export const STATUS_OF_OTHERS = 'administrators can change the status of any user’s record, and nothing else';

/** The status that an administrator gives to another user's row; nothing else can be changed there. Null means active. */
export function requireStatus(status: PublishedStatus | null | undefined): PublishedStatus {
  if (status !== undefined) return status ?? 'active';
  throw invalidField('status', 'status_required');
}

/** Throws if an owner's body without the required field contains anything but a status. */
export function assertStatusOnly(body: object, field: string): void {
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  if (sent.some(([name]) => name !== 'status')) throw invalidField(field, 'required');
}

/** Requires a field of an update unless the body has a `status`: a status can be changed alone, and on another user's row only alone. */
export function requireUnlessStatus<Body extends z.ZodObject>(body: Body, field: keyof z.output<Body> & string) {
  const isThere = (value: Record<string, unknown>) => value.status !== undefined || value[field] !== undefined;
  // Runs even if other fields are invalid, so that a response lists all fields; an invalid value is reported already.
  const isNamed = (issues: { path?: PropertyKey[] | undefined }[]) => issues.some(({ path }) => path?.[0] === field);
  return body.refine(isThere, {
    path: [field],
    message: fieldIssue('required'),
    when: ({ issues }) => !isNamed(issues),
  });
}
