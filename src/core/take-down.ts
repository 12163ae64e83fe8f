import { failure } from './errors.ts';
import type { Principal } from './principal.ts';

/** The possible statuses of something that visitors see. */
export const publishedStatuses = ['active', 'disabled'] as const;
export type PublishedStatus = (typeof publishedStatuses)[number];

/** Who disabled something; `account` means that it was disabled together with its owner's account. */
export const disablers = ['owner', 'administrator', 'account'] as const;
export type DisabledBy = (typeof disablers)[number];

export const disabledByAdministrator = failure(
  'forbidden',
  'disabled_by_administrator',
  'Ask an administrator of this installation. You can change the rest; leave `status` and the alias or slug out of it.',
);

/** The status that the API shows. */
export function publishedStatusOf(disabledBy: DisabledBy | null): PublishedStatus {
  return disabledBy === null ? 'active' : 'disabled';
}

/** Whether an administrator disabled it, so that its owner cannot enable it. */
export function isTakenDown(disabledBy: DisabledBy | null): boolean {
  return disabledBy === 'administrator' || disabledBy === 'account';
}

/** Who changes a status: the owner of the row, or an administrator. An administrator may also be the owner. */
export interface StatusChanger {
  isOwner: boolean;
  isAdmin: boolean;
  /** Checked again in the transaction of the change. */
  caller?: Principal;
}

/**
 * Throws if an owner renames or deletes a link or a bio page that an administrator disabled. The owner could take the free name
 * again, and the disabled address would work as before.
 */
export function assertMayFreeName(disabledBy: DisabledBy | null, { isAdmin }: StatusChanger): void {
  if (!isTakenDown(disabledBy) || isAdmin) return;
  throw disabledByAdministrator();
}

/** An owner without further rights. */
export const OWNER: StatusChanger = { isOwner: true, isAdmin: false };

/** The new value of `disabled_by`; an omitted status changes nothing, and null means active. */
export function changeDisabledBy(
  before: DisabledBy | null,
  wanted: PublishedStatus | null | undefined,
  { isOwner, isAdmin }: StatusChanger,
): DisabledBy | null {
  if (wanted === undefined) return before;
  if (wanted === 'disabled') return isOwner ? (before ?? 'owner') : 'administrator';
  if (isTakenDown(before) && !isAdmin) throw disabledByAdministrator();
  return null;
}
