import type { Actor } from './actor.ts';

/** What a change is about: the nouns in the paths of the API, and those that have no path of their own. */
export const auditNouns = [
  'url',
  'qr',
  'campaign',
  'channel',
  'bio',
  'overlay',
  'splash',
  'file',
  'domain',
  'pixel',
  'utm-template',
  'tag',
  'share',
  'schedule',
  'key',
  'account',
  'session',
  'passkey',
  'user',
  'workspace',
  'member',
  'invitation',
  'webhook',
  'settings',
  'backup',
] as const;

export type AuditNoun = (typeof auditNouns)[number];

/** A field by its name in request bodies, and its values before and after a change; null if there was or is none. */
export type FieldChanges = Record<string, { old: unknown; new: unknown }>;

/** The value that stands for a secret. */
export const SECRET_VALUE = 'changed';

/** A value that must not be stored, such as a password: the log says only whether there was one. */
export class Secret {
  readonly isSet: boolean;
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
    this.isSet = value !== null && value !== undefined && value !== '';
  }

  equals(other: unknown): boolean {
    return other instanceof Secret ? other.#value === this.#value : !this.isSet && isAbsent(other);
  }

  toJSON(): string | null {
    return this.isSet ? SECRET_VALUE : null;
  }
}

/** The fields of a row by their names in request bodies. */
export type AuditedFields = Record<string, unknown>;

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isSame(left: unknown, right: unknown): boolean {
  if (left instanceof Secret) return left.equals(right);
  if (right instanceof Secret) return right.equals(left);
  return left === right || JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
}

/** The longest value that the log keeps or shows; longer ones are cut, and end with an ellipsis. */
export const MAX_AUDITED_LENGTH = 2_000;

function shortenValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > MAX_AUDITED_LENGTH ? `${text.slice(0, MAX_AUDITED_LENGTH - 1)}…` : value;
}

/** The changes with long values cut. */
export function shortenChanges(changes: FieldChanges): FieldChanges {
  const shortened = Object.entries(changes).map(([field, { old, new: next }]) => [
    field,
    { old: shortenValue(old), new: shortenValue(next) },
  ]);
  return Object.fromEntries(shortened) as FieldChanges;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The fields that differ. Created rows have no `before`, deleted ones no `after`; their empty fields are omitted. */
export function diffFields(before: AuditedFields | undefined, after: AuditedFields | undefined): FieldChanges {
  const changes: FieldChanges = {};
  for (const field of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const [old, next] = [before?.[field] ?? null, after?.[field] ?? null];
    const isOmitted = (!before && isEmpty(next)) || (!after && isEmpty(old));
    if (!isOmitted && !isSame(old, next)) changes[field] = { old, new: next };
  }
  return changes;
}

/** A recorded change. */
export interface AuditRow {
  /** The id of the row itself. */
  id: number;
  at: number;
  workspaceId: number | null;
  /** `username` is the present name of the user. */
  actor: Pick<Actor, 'kind' | 'user' | 'id' | 'name'> & { username: string | null };
  address: string | null;
  requestId: string | null;
  noun: AuditNoun;
  nounId: number | null;
  /** The version of a link that the change made. */
  version: number | null;
  action: string;
  changes: FieldChanges;
}
