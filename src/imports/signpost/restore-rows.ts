import { sql } from 'kysely';
import {
  AppError,
  type FieldError,
  type FieldProblem,
  fieldError,
  invalidFields,
  toFieldError,
} from '../../core/errors.ts';
import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import type { Db } from '../../db/db.ts';
import { lockNames } from '../../db/lock-names.ts';
import { recordCreate } from '../../db/record-change.ts';
import { addToTally } from '../../db/tally.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import { hostOf } from '../../lib/url.ts';
import { isSlugTaken } from '../../resources/bio/bio.store.ts';
import { addLinks } from '../../resources/domains/domain.store.ts';
import { hostedNameOf, MAIN_DOMAIN } from '../../resources/domains/domain.ts';
import { countFiles } from '../../resources/files/file.store.ts';
import { MAX_FILES } from '../../resources/files/file.ts';
import { destinationHostsIn } from '../../resources/links/link.change.ts';
import { campaignTally } from '../../resources/links/link.ts';
import { findAliasHolder } from '../../resources/links/link-read.store.ts';
import type { Tables } from '../../tables.ts';
import type { FindRefusal } from '../import-rights.ts';
import { type CheckedLine, type ContentLine, checkLine, type RestoredDomain } from './check-content.ts';
import { assertLeadsAway } from './check-link.ts';
import { type ContentNoun, readRow } from './content.ts';
import { type FindDomainId, mapReferences, type RestoredIds } from './restore-refs.ts';

const ownedChildren: readonly (keyof Tables)[] = ['link_tags', 'link_qr_codes', 'import_refs'];

/** What happened to a row. */
export type RowResult =
  | { kind: 'restored'; id: number; row: StoredRow }
  | { kind: 'existing'; id: number }
  | { kind: 'refused'; errors: FieldError[] };

/** What a restore works with. */
export interface RestoreContext {
  owner: number;
  /** Who gets the scheduled changes of links; the workspace itself for a command. */
  author: number;
  taken: 'skip' | 'rename';
  isDryRun: boolean;
  ids: RestoredIds;
  findDomainId: FindDomainId;
  /** Writes the picture of a restored file. */
  writePicture(id: number, png: Uint8Array): Promise<void>;
  /** Throws if a domain belongs to someone else. */
  claimDomain(tx: Db, domain: { name: string; host: string }): Promise<unknown>;
  /** Throws if a domain is an address of this service, or leads back to it. */
  assertDomainFits(domain: RestoredDomain): Promise<void>;
  /** What is wrong with an address on a bio page; undefined if nothing is. */
  findAddressProblem(href: string): Promise<FieldProblem | undefined>;
  /** Which of these hosts belong to this service. */
  findOurs(hosts: string[]): Promise<ReadonlyMap<string, unknown>>;
}

async function insertRow(tx: Db, table: keyof Tables, row: StoredRow): Promise<number> {
  const { id } = await tx
    .insertInto(table)
    .values(row as never)
    .returning('id' as never)
    .executeTakeFirstOrThrow()
    .then((inserted) => inserted as unknown as { id: number });
  return id;
}

/** The row of the owner that is the same; undefined if there is none. */
async function findSame(tx: Db, noun: ContentNoun, owner: number, row: StoredRow): Promise<number | undefined> {
  const columns = [...noun.identity, ...(row.created_at === undefined ? [] : ['created_at'])];
  const isDomain = noun.table === 'domains';
  const tests = (isDomain ? noun.identity : columns).map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(noun.table)} where user_id = ${owner} and ${sql.join(tests, sql` and `)} order by id limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Why a row cannot be stored; undefined if it can. */
async function findConflict(tx: Db, table: keyof Tables, row: StoredRow): Promise<FieldError | undefined> {
  const domainId = Number(row.domain_id);
  if (table === 'links') {
    const alias = String(row.alias);
    await lockNames(tx, [hostedNameOf(domainId, alias)], 'shared');
    if (domainId === MAIN_DOMAIN && isReservedOnMainHost(alias)) return fieldError('custom', 'reserved_word');
    const isTaken = (await findAliasHolder(tx, domainId, alias)) || (await isSlugTaken(tx, domainId, alias));
    return isTaken ? fieldError('custom', 'alias_taken') : undefined;
  }
  if (table === 'bio_pages') {
    const slug = String(row.slug);
    await lockNames(tx, [hostedNameOf(domainId, slug)], 'alone');
    if (domainId === MAIN_DOMAIN && isReservedOnMainHost(slug)) return fieldError('slug', 'reserved_word');
    const isTaken = (await findAliasHolder(tx, domainId, slug)) || (await isSlugTaken(tx, domainId, slug));
    return isTaken ? fieldError('slug', 'alias_taken') : undefined;
  }
  const unique = { qr_codes: 'code', campaigns: 'slug' }[table as 'qr_codes' | 'campaigns'];
  if (unique === undefined || row[unique] === null) return undefined;
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where ${sql.ref(unique)} = ${row[unique]} limit 1`.execute(tx);
  return rows.length > 0 ? fieldError(unique, 'alias_taken') : undefined;
}

const RENAMES = 50;

/** Looks for a free alias if the row may be renamed; returns why there is none, or the row that an earlier run renamed. */
async function findFreeAlias(
  tx: Db,
  noun: ContentNoun,
  row: StoredRow,
  { taken, owner }: RestoreContext,
): Promise<Exclude<RowResult, { kind: 'restored' }> | undefined> {
  const { table } = noun;
  const { alias } = row;
  for (let number = 1; ; number += 1) {
    if (number > 1) row.alias = `${alias}-${number}`;
    const same = await findSame(tx, noun, owner, row);
    if (same !== undefined) return { kind: 'existing', id: same };
    const conflict = await findConflict(tx, table, row);
    if (!conflict) return undefined;
    const mayRename = conflict.code === 'alias_taken' && table === 'links' && taken === 'rename' && number < RENAMES;
    if (!mayRename) return { kind: 'refused', errors: [conflict] };
  }
}

async function countRow(tx: Db, { owner }: RestoreContext, table: keyof Tables, row: StoredRow): Promise<void> {
  await addToTally(tx, owner, table, 1);
  if (table !== 'links') return;
  const { domain_id: domainId, campaign_id: campaignId } = row;
  if (domainId !== MAIN_DOMAIN) await addLinks(tx, owner, Number(domainId), 1);
  if (campaignId !== null) await addToTally(tx, owner, campaignTally(Number(campaignId)), 1);
}

/** Why the owner cannot have a domain; undefined if nobody else has verified it. */
async function findRival(tx: Db, { name, host }: StoredRow, context: RestoreContext): Promise<FieldError | undefined> {
  try {
    await context.claimDomain(tx, { name: String(name), host: String(host) });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return fieldError('domain', 'no_such_domain');
    throw error;
  }
}

/** Checks a line as the API checks a new row; finds what only the store knows. */
async function findRefused(
  table: keyof Tables,
  line: ContentLine,
  fields: Record<string, unknown>,
  { assertDomainFits, findAddressProblem, findOurs }: RestoreContext,
): Promise<CheckedLine | { errors: FieldError[] }> {
  const checked = await checkLine(table, line, fields);
  if ('errors' in checked) return checked;
  try {
    if (checked.domain) await assertDomainFits(checked.domain);
    if (checked.link) assertLeadsAway(checked.link, await findOurs(destinationHostsIn(checked.link)));
    const { destinations = {}, pageAddresses = [] } = checked;
    const ours = await findOurs(Object.values(destinations).map(hostOf));
    const back = Object.entries(destinations).filter(([, href]) => ours.has(hostOf(href)));
    const problems = back.map(([field]) => fieldError(field, 'own_address'));
    for (const [field, href] of pageAddresses) {
      const problem = await findAddressProblem(href);
      if (problem) problems.push(toFieldError(field, problem));
    }
    if (problems.length > 0) throw invalidFields(problems);
    return checked;
  } catch (error) {
    if (error instanceof AppError) return { errors: error.fields };
    throw error;
  }
}

/** Why the import may not store a row like this one; undefined if it may. */
async function findLimit(
  tx: Db,
  { table, scope }: ContentNoun,
  owner: number,
  findRefusal: FindRefusal,
): Promise<FieldError | undefined> {
  const refusal = findRefusal(scope);
  if (refusal) return refusal;
  const isFull = table === 'files' && (await countFiles(tx, owner)) >= MAX_FILES;
  return isFull ? fieldError('picture', 'too_many_files', { max: MAX_FILES }) : undefined;
}

/** Restores one line with its children; a row that exists already, or whose address is taken, changes nothing. */
export async function restoreLine(
  tx: Db,
  noun: ContentNoun,
  line: ContentLine,
  context: RestoreContext & { findRefusal: FindRefusal },
): Promise<RowResult> {
  const { owner, ids, findDomainId, findRefusal } = context;
  const { table, children } = noun;
  const { id: oldId, workspace: _, picture: __, ...rest } = line;
  const fields = { ...rest };
  for (const { field } of children) delete fields[field];
  const checked = await findRefused(table, line, fields, context);
  if ('errors' in checked) return { kind: 'refused', errors: checked.errors };
  const stored = { ...readRow(table, fields), ...checked.row };
  const row: StoredRow = { ...stored, ...mapReferences(table, stored, ids), user_id: owner };
  if ('domain_id' in row) row.domain_id = findDomainId(Number(row.domain_id));
  const limit = await findLimit(tx, noun, owner, findRefusal);
  if (limit) {
    const same = await findSame(tx, noun, owner, row);
    return same === undefined ? { kind: 'refused', errors: [limit] } : { kind: 'existing', id: same };
  }
  const found = await findFreeAlias(tx, noun, row, context);
  if (found) return found;
  if (context.isDryRun) return { kind: 'restored', id: 0, row };
  if (table === 'domains') {
    const rival = await findRival(tx, row, context);
    if (rival) return { kind: 'refused', errors: [rival] };
    // A file proves nothing about DNS, which is checked again soon.
    Object.assign(row, { link_count: 0, dns_checked_at: null, verified_at: null, verified_by: null });
  }
  const id = await insertRow(tx, table, row);
  ids.set(table, oldId, id, true);
  if (checked.picture) await context.writePicture(id, checked.picture);
  await countRow(tx, context, table, row);
  await recordCreate(tx, { workspace: owner, noun: checked.noun, id }, checked.audited);
  for (const { field, table: childTable, parent, scope } of children) {
    if (scope && findRefusal(scope)) continue;
    for (const child of checked.children[field] ?? ((line[field] ?? []) as Record<string, unknown>[])) {
      const childRow = readRow(childTable, child);
      const mapped: StoredRow = { ...childRow, ...mapReferences(childTable, childRow, ids), [parent]: id };
      if (childTable === 'link_pixels' && mapped.pixel_id === null) continue;
      if (ownedChildren.includes(childTable)) mapped.user_id = owner;
      if (childTable === 'scheduled_changes') mapped.author_id = context.author;
      const { id: oldChildId, ...values } = mapped;
      if (oldChildId === undefined)
        await tx
          .insertInto(childTable)
          .values(values as never)
          .execute();
      else ids.set(childTable, Number(oldChildId), await insertRow(tx, childTable, values), true);
    }
  }
  return { kind: 'restored', id, row };
}
