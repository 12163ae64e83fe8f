import type { AuditedFields, AuditRow, FieldChanges } from '../../../core/audit.ts';
import { failure } from '../../../core/errors.ts';

/** A version of a link. The oldest one may be older than the log; then its author and date are unknown. */
export type LinkVersion =
  | { kind: 'recorded'; version: number; row: AuditRow }
  | { kind: 'first'; version: number; state: AuditedFields };

/** The fields that a revert restores: those of a body, without the password. */
export const revertedFields = [
  ...(['url', 'custom', 'domain', 'type', 'description', 'starts', 'expiry', 'expiry_url', 'max_clicks'] as const),
  ...(['status', 'forward_query', 'redirect_code', 'geotarget', 'devicetarget', 'languagetarget'] as const),
  ...(['rules', 'parameters', 'metatitle', 'metadescription', 'metaimage', 'app', 'escape'] as const),
  ...(['tags', 'pixels', 'campaign', 'channels'] as const),
];

function toIds(value: unknown): number[] {
  return [value].flat().filter((id) => typeof id === 'number');
}

/** A change of `channel` names the channels that the link was removed from and added to. */
function undoChannels(channels: unknown, { old, new: next }: { old: unknown; new: unknown }): number[] {
  const entered = toIds(next);
  const kept = toIds(channels).filter((id) => !entered.includes(id));
  return [...new Set([...kept, ...toIds(old)])].sort((one, other) => one - other);
}

function undo(state: AuditedFields, changes: FieldChanges): AuditedFields {
  const before = { ...state };
  for (const [field, change] of Object.entries(changes)) {
    if (field === 'channel') before.channels = undoChannels(state.channels, change);
    else if (field in before) before[field] = change.old;
  }
  return before;
}

/** The state of a link before these changes, which are given newest first. */
export function undoAll(present: AuditedFields, changes: FieldChanges[]): AuditedFields {
  return changes.reduce(undo, present);
}

export const versionNotFound = failure(
  'not_found',
  'version_not_found',
  'Get the versions from `GET /api/url/:id/history`.',
);
