import { type Actor, currentActor } from '../core/actor.ts';
import {
  type AuditedFields,
  type AuditNoun,
  diffFields,
  type FieldChanges,
  MAX_AUDITED_LENGTH,
  shortenChanges,
} from '../core/audit.ts';
import { addressGroup } from '../lib/ip.ts';
import type { Db } from './db.ts';
import { prepareRows } from './row-statement.ts';

/** One change of one row, as a service knows it; who makes it comes from `core/actor.ts`. */
export interface Change {
  /** The owner of the row; null for changes of the server as a whole. */
  workspace: number | null;
  noun: AuditNoun;
  id: number | null;
  /** `create`, `update`, `delete`, `restore`, or what else a user would call it. */
  action: string;
  changes: FieldChanges;
  /** The user who makes the change, if the request has neither key nor session: registering, signing in, resetting a password. */
  user?: number;
}

const COLUMNS = [
  ...['at', 'workspace_id', 'actor_kind', 'actor_user', 'actor_id', 'actor_name', 'address', 'request_id'],
  ...['noun', 'noun_id', 'version', 'action', 'changes'],
];

/** Long values are cut, except those of links: a link can go back to any version. */
function writeChanges(noun: AuditNoun, changes: FieldChanges): string {
  const text = JSON.stringify(changes);
  return noun === 'url' || text.length <= MAX_AUDITED_LENGTH ? text : JSON.stringify(shortenChanges(changes));
}

/** A command acts for no user, also where it changes one. */
function userOf({ kind, user }: Actor, changed: number | undefined): number | null {
  return user ?? (kind === 'session' ? changed : undefined) ?? null;
}

const insertRows = prepareRows<Change & { version: number | null; network: string | null }>({
  before: `insert into audit (${COLUMNS.join(', ')}) values `,
  row: `(${COLUMNS.map(() => '?').join(', ')})`,
  after: '',
  bind({ workspace, noun, id, version, action, changes, user, network }, parameters) {
    const actor = currentActor();
    parameters.push(actor.now(), workspace, actor.kind, userOf(actor, user), actor.id, actor.name);
    parameters.push(network, actor.requestId, noun, id, version, action, writeChanges(noun, changes));
  },
});

/** Links have numbered versions: every recorded change makes one. */
async function raiseVersions(tx: Db, changes: Change[]): Promise<Map<number, number>> {
  const ids = changes.flatMap(({ noun, id, action }) => (isNewVersion(noun, action) && id !== null ? [id] : []));
  if (ids.length === 0) return new Map();
  const rows = await tx
    .updateTable('links')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute();
  return new Map(rows.map(({ id, version }) => [id, version]));
}

function isNewVersion(noun: AuditNoun, action: string): boolean {
  return noun === 'url' && action !== 'create' && action !== 'delete';
}

/** Adds changes to the audit log, in the transaction that makes them. An update that changes no field leaves no row. */
export async function recordChanges(tx: Db, changes: Change[]): Promise<void> {
  const { isSilent, address } = currentActor();
  if (isSilent) return;
  const real = changes.filter(({ action, changes }) => action !== 'update' || Object.keys(changes).length > 0);
  if (real.length === 0) return;
  const versions = await raiseVersions(tx, real);
  const versionOf = ({ noun, id, action }: Change) =>
    noun === 'url' && action === 'create' ? 1 : (id !== null && versions.get(id)) || null;
  const network = address === null ? null : addressGroup(address);
  await insertRows(
    tx,
    real.map((change) => ({ ...change, version: versionOf(change), network })),
  );
}

/** Adds one change to the audit log, in the transaction that makes it. */
export function recordChange(tx: Db, change: Change): Promise<void> {
  return recordChanges(tx, [change]);
}

/** What a change is about. */
type Subject = Pick<Change, 'workspace' | 'noun' | 'id' | 'user'>;

/** Records a new row with its fields, named as in request bodies. */
export function recordCreate(tx: Db, subject: Subject, after: AuditedFields): Promise<void> {
  return recordChange(tx, { ...subject, action: 'create', changes: diffFields(undefined, after) });
}

/** Records the fields that differ; nothing if none does. */
export function recordUpdate(tx: Db, subject: Subject, before: AuditedFields, after: AuditedFields): Promise<void> {
  return recordChange(tx, { ...subject, action: 'update', changes: diffFields(before, after) });
}

/** Records a deleted row with the fields that it had. */
export function recordDelete(tx: Db, subject: Subject, before: AuditedFields): Promise<void> {
  return recordChange(tx, { ...subject, action: 'delete', changes: diffFields(before, undefined) });
}
