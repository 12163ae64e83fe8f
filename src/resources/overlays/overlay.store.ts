import { sql } from 'kysely';
import type { OwnerScope } from '../../core/owner-scope.ts';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { toLikePattern } from '../../db/search.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { OverlayContent } from '../../pages/overlay-content.ts';
import { pagePicture } from '../files/file.ts';
import type { Overlay } from './overlay.ts';

const NOUN = 'overlays';

/** The columns of an overlay that a change writes. */
export type OverlayRecord = Omit<Overlay, 'id' | 'userId' | 'responses' | 'createdAt' | 'picture' | 'logo'> & {
  pictureId: number | null;
  logoId: number | null;
};

function selectOverlays(db: Db) {
  return db
    .selectFrom('overlays as overlay')
    .leftJoin('files as picture', 'picture.id', 'overlay.picture_id')
    .leftJoin('files as logo', 'logo.id', 'overlay.logo_id')
    .selectAll('overlay')
    .select(['picture.width as picture_width', 'picture.height as picture_height'])
    .select(['logo.width as logo_width', 'logo.height as logo_height']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectOverlays>['executeTakeFirstOrThrow']>>;

function toOverlay(row: Row): Overlay {
  const { background, foreground, accent } = row;
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    content: JSON.parse(row.content) as OverlayContent,
    position: row.position,
    colors: { background, foreground, accent },
    delaySeconds: row.delay,
    isDismissable: row.is_dismissable === 1,
    picture: pagePicture(row.picture_id, row.picture_width, row.picture_height),
    logo: pagePicture(row.logo_id, row.logo_width, row.logo_height),
    responses: row.responses,
    disabledBy: row.disabled_by,
    createdAt: row.created_at,
  };
}

function toRow(record: OverlayRecord) {
  const { name, content, position, delaySeconds, isDismissable, pictureId, logoId } = record;
  const { background, foreground, accent } = record.colors;
  return {
    ...{ type: content.type, name, position, background, foreground, accent },
    search_words: name.toLowerCase(),
    content: JSON.stringify(content),
    delay: delaySeconds,
    is_dismissable: isDismissable ? 1 : 0,
    picture_id: pictureId,
    logo_id: logoId,
    disabled_by: record.disabledBy,
  };
}

/** One page of the overlays of one owner or of all users, newest first. */
export async function listOverlays(db: Db, scope: OwnerScope, request: PageRequest, q = ''): Promise<Page<Overlay>> {
  const isNamed = sql<boolean>`overlay.search_words like ${toLikePattern(q)} escape '\\'`;
  const total = q === '' ? await readTally(db, scope, NOUN) : await countNamed(db, scope, q);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await selectOverlays(db)
    .$if(scope !== 'everyone', (query) => query.where('overlay.user_id', '=', Number(scope)))
    .$if(q !== '', (query) => query.where(isNamed))
    .orderBy('overlay.id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toOverlay) };
}

async function countNamed(db: Db, scope: OwnerScope, q: string): Promise<number> {
  const { total } = await db
    .selectFrom('overlays')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$if(scope !== 'everyone', (query) => query.where('user_id', '=', Number(scope)))
    .where(sql<boolean>`search_words like ${toLikePattern(q)} escape '\\'`)
    .executeTakeFirstOrThrow();
  return total;
}

export async function findOverlay(db: Db, owner: number, id: number): Promise<Overlay | undefined> {
  const row = await selectOverlays(db)
    .where('overlay.user_id', '=', owner)
    .where('overlay.id', '=', id)
    .executeTakeFirst();
  return row && toOverlay(row);
}

/** An overlay of any owner, for visits. */
export async function findShownOverlay(db: Db, id: number): Promise<Overlay | undefined> {
  const row = await selectOverlays(db).where('overlay.id', '=', id).executeTakeFirst();
  return row && toOverlay(row);
}

export async function insertOverlay(tx: Db, owner: number, record: OverlayRecord, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('overlays')
    .values({ ...toRow(record), user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

export async function updateOverlay(tx: Db, owner: number, id: number, record: OverlayRecord): Promise<void> {
  await tx.updateTable('overlays').set(toRow(record)).where('user_id', '=', owner).where('id', '=', id).execute();
}
