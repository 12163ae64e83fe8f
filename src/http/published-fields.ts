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
  .describe('active or disabled; an administrator may change it for everyone');

/** `status` in an answer. */
export const statusView = z.enum(publishedStatuses).describe('active or disabled');

/** Says in an answer that it was not the owner who disabled it. */
export const disabledByViews = {
  disabled_by: z
    .enum(disablers)
    .exclude(['owner'])
    .optional()
    .describe(
      'administrator or account, where an administrator disabled it, alone or together with its owner’s account',
    ),
};

/** Omitted unless an administrator disabled it. */
export function showDisabledBy(disabledBy: DisabledBy | null): { disabled_by?: 'administrator' | 'account' } {
  return disabledBy !== null && disabledBy !== 'owner' ? { disabled_by: disabledBy } : {};
}

/** How a caller takes part in a change of a row's status. */
export function statusChanger(caller: Principal, owner: number): StatusChanger {
  return { isOwner: caller.userId === owner, isAdmin: caller.isAdmin, caller };
}

/** What the summary of an update says about the rows of others. */
export const STATUS_OF_OTHERS = 'an administrator changes the status of anybody’s, and nothing else of it';

/** The status that an administrator gives to another user's row; nothing else can be changed there. Null means active. */
export function requireStatus(status: PublishedStatus | null | undefined): PublishedStatus {
  if (status !== undefined) return status ?? 'active';
  throw invalidField('status', 'status_required');
}

/** Throws unless an owner's body without the required field asks for a status and for nothing else. */
export function assertStatusOnly(body: object, field: string): void {
  const sent = Object.entries(body).filter(([, value]) => value !== undefined);
  if (sent.some(([name]) => name !== 'status')) throw invalidField(field, 'required');
}

/** Requires a field of an update, unless the body has a `status`: that alone can be changed, and of another user's row only that. */
export function requireUnlessStatus<Body extends z.ZodObject>(body: Body, field: keyof z.output<Body> & string) {
  const isThere = (value: Record<string, unknown>) => value.status !== undefined || value[field] !== undefined;
  // Asked whatever else is wrong, so that an answer names all fields at once; one that is there and wrong is named already.
  const isNamed = (issues: { path?: PropertyKey[] | undefined }[]) => issues.some(({ path }) => path?.[0] === field);
  return body.refine(isThere, {
    path: [field],
    message: fieldIssue('required'),
    when: ({ issues }) => !isNamed(issues),
  });
}
