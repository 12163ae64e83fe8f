import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { OwnerScope } from '../../core/owner-scope.ts';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { containsWords, searchWords } from '../../db/search.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { QrContent } from '../../qr/payload.ts';
import type { Tables } from '../../tables.ts';
import type { ChannelIds } from '../links/item-channels.ts';
import { MAIN_DOMAIN } from '../links/link.ts';
import type { QrCodeTable } from './qr-code.table.ts';
import type { QrCode, QrDesign } from './qr-code.ts';

const NOUN = 'qr_codes';

/** The filters of a list as the store takes them. */
export interface QrCodeStoreFilters {
  isByScans: boolean;
  q: string | undefined;
  /** Limits the list to the ids of this subquery. */
  ids: ChannelIds | undefined;
}

/** The columns of a QR code that a change writes. */
export type QrCodeRecord = Omit<QrCode, 'id' | 'userId' | 'scans' | 'createdAt'>;

function toQrCode(row: Selectable<QrCodeTable>): QrCode {
  return {
    id: row.id,
    userId: row.user_id,
    domainId: row.domain_id,
    code: row.code,
    name: row.name,
    content: { type: row.type, data: JSON.parse(row.data) } as QrContent,
    isDynamic: row.is_dynamic === 1,
    design: JSON.parse(row.design) as QrDesign,
    logo: row.logo,
    logoHash: row.logo_hash,
    scans: row.scans,
    disabledBy: row.disabled_by,
    createdAt: row.created_at,
  };
}

/** Name and content; the password of a Wi-Fi network is not searchable. */
function wordsOf(name: string, { data }: QrContent): string {
  const fields: unknown[] = typeof data === 'string' ? [data] : Object.values({ ...data, pass: undefined });
  return searchWords(name, ...fields.filter((value) => typeof value === 'string'));
}

function toRow({ domainId, code, name, content, isDynamic, design, logo, logoHash, disabledBy }: QrCodeRecord) {
  return {
    domain_id: domainId,
    code,
    name,
    type: content.type,
    data: JSON.stringify(content.data),
    is_dynamic: isDynamic ? 1 : 0,
    design: JSON.stringify(design),
    logo,
    logo_hash: logoHash,
    search_words: wordsOf(name, content),
    disabled_by: disabledBy,
  };
}

function selectMatching(
  db: Db,
  scope: OwnerScope,
  { q, ids }: QrCodeStoreFilters,
): SelectQueryBuilder<Tables, 'qr_codes', object> {
  let query: SelectQueryBuilder<Tables, 'qr_codes', object> = db.selectFrom('qr_codes');
  if (scope !== 'everyone') query = query.where('user_id', '=', scope);
  if (q) query = query.where(containsWords('search_words', q));
  if (ids) query = query.where('id', 'in', ids);
  return query;
}

async function countMatching(db: Db, scope: OwnerScope, filters: QrCodeStoreFilters): Promise<number> {
  const count = selectMatching(db, scope, filters).select((eb) => eb.fn.countAll<number>().as('total'));
  return (await count.executeTakeFirstOrThrow()).total;
}

/** One page of the QR codes of one owner or of all users, newest or most scanned first. */
export async function listQrCodes(
  db: Db,
  scope: OwnerScope,
  request: PageRequest,
  filters: QrCodeStoreFilters,
): Promise<Page<QrCode>> {
  const isFiltered = Boolean(filters.q || filters.ids);
  const total = isFiltered ? await countMatching(db, scope, filters) : await readTally(db, scope, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await selectMatching(db, scope, filters)
    .selectAll()
    .$if(filters.isByScans, (query) => query.orderBy('scans', 'desc'))
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toQrCode) };
}

export async function findQrCode(db: Db, owner: number, id: number): Promise<QrCode | undefined> {
  const row = await db
    .selectFrom('qr_codes')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toQrCode(row);
}

/** The QR codes among these ids that belong to the owner, in any order. */
export async function findQrCodes(db: Db, owner: number, ids: number[]): Promise<QrCode[]> {
  const query = db.selectFrom('qr_codes').selectAll().where('user_id', '=', owner).where('id', 'in', ids);
  return (await query.execute()).map(toQrCode);
}

/** The QR code of any owner. */
export async function findById(db: Db, id: number): Promise<QrCode | undefined> {
  const row = await db.selectFrom('qr_codes').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toQrCode(row);
}

/** Returns a QR code of the owner; the update locks it until the transaction ends. */
export async function lockQrCode(tx: Db, owner: number, id: number): Promise<QrCode | undefined> {
  const row = await tx
    .updateTable('qr_codes')
    .set({ user_id: owner })
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toQrCode(row);
}

/** A QR code of any owner by its code, for pictures and scans. */
export async function findByCode(db: Db, code: string): Promise<QrCode | undefined> {
  const row = await db.selectFrom('qr_codes').selectAll().where('code', '=', code).executeTakeFirst();
  return row && toQrCode(row);
}

/** How many QR codes are on each of these domains; a domain without any is omitted. */
export async function countQrCodesOn(db: Db, domainIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('qr_codes')
    .select((eb) => ['domain_id', eb.fn.countAll<number>().as('total')])
    .where('domain_id', 'in', domainIds)
    // Repeats the condition of the partial index; otherwise the engines do not use it.
    .where(sql<boolean>`domain_id > 0`)
    .groupBy('domain_id')
    .execute();
  return new Map(rows.map(({ domain_id, total }) => [domain_id, Number(total)]));
}

/** Moves the QR codes of a domain to the main host. */
export async function moveQrCodesToMain(tx: Db, owner: number, domainId: number): Promise<void> {
  await tx
    .updateTable('qr_codes')
    .set({ domain_id: MAIN_DOMAIN })
    .where('user_id', '=', owner)
    .where('domain_id', '=', domainId)
    .where(sql<boolean>`domain_id > 0`)
    .execute();
}

/** An upper bound for the number of QR codes: the highest id, because ids are not reused. */
export async function countAllQrCodes(db: Db): Promise<number> {
  const row = await db.selectFrom('qr_codes').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row?.id ?? 0;
}

export async function insertQrCode(tx: Db, owner: number, record: QrCodeRecord, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('qr_codes')
    .values({ ...toRow(record), user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

export async function updateQrCode(tx: Db, owner: number, id: number, record: QrCodeRecord): Promise<void> {
  await tx.updateTable('qr_codes').set(toRow(record)).where('user_id', '=', owner).where('id', '=', id).execute();
}

export async function findLogo(db: Db, id: number): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('qr_logos').select('bytes').where('qr_id', '=', id).executeTakeFirst();
  return row?.bytes;
}

/** Replaces the logo; undefined deletes it. */
export async function replaceLogo(tx: Db, id: number, bytes: Uint8Array | undefined): Promise<void> {
  await tx.deleteFrom('qr_logos').where('qr_id', '=', id).execute();
  if (bytes) await tx.insertInto('qr_logos').values({ qr_id: id, bytes }).execute();
}

/** The owner and the name of a scanned QR code. */
export interface ScannedCode {
  userId: number;
  name: string;
}

const CODES_AT_ONCE = 200;

/** Adds to the scans of QR codes by id; returns the owner and the name of each. Deleted codes are skipped. */
export async function addScans(tx: Db, scans: Map<number, number>): Promise<Map<number, ScannedCode>> {
  const found = new Map<number, ScannedCode>();
  // In the order of the ids, so that two nodes cannot deadlock.
  const all = [...scans].sort(([left], [right]) => left - right);
  for (let from = 0; from < all.length; from += CODES_AT_ONCE) {
    const rows = all
      .slice(from, from + CODES_AT_ONCE)
      .map(([id, count]) => sql`(cast(${id} as bigint), cast(${count} as bigint))`);
    const updated = await sql<{ id: number; user_id: number; name: string }>`
      with added (id, count) as (values ${sql.join(rows)})
      update qr_codes set scans = qr_codes.scans + added.count from added where qr_codes.id = added.id
      returning qr_codes.id, qr_codes.user_id, qr_codes.name`.execute(tx);
    for (const { id, user_id, name } of updated.rows) found.set(id, { userId: user_id, name });
  }
  return found;
}

/** The domains of these QR codes, by id. */
export async function readCodeDomains(db: Db, ids: number[]): Promise<Map<number, number>> {
  const domains = new Map<number, number>();
  for (let from = 0; from < ids.length; from += CODES_AT_ONCE) {
    const some = ids.slice(from, from + CODES_AT_ONCE);
    const rows = await db.selectFrom('qr_codes').select(['id', 'domain_id']).where('id', 'in', some).execute();
    for (const { id, domain_id } of rows) domains.set(id, domain_id);
  }
  return domains;
}
