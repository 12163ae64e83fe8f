import { sql } from 'kysely';
import type { OwnerScope } from '../../core/owner-scope.ts';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { toLikePattern } from '../../db/search.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import { pagePicture } from '../files/file.ts';
import type { SplashPage } from './splash-page.ts';

const NOUN = 'splash_pages';

/** The columns of a splash page that a change writes. */
export type SplashPageRecord = Omit<SplashPage, 'id' | 'userId' | 'createdAt' | 'picture' | 'logo'> & {
  pictureId: number | null;
  logoId: number | null;
};

function selectPages(db: Db) {
  return db
    .selectFrom('splash_pages as page')
    .leftJoin('files as picture', 'picture.id', 'page.picture_id')
    .leftJoin('files as logo', 'logo.id', 'page.logo_id')
    .selectAll('page')
    .select(['picture.width as picture_width', 'picture.height as picture_height'])
    .select(['logo.width as logo_width', 'logo.height as logo_height']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPages>['executeTakeFirstOrThrow']>>;

function toSplashPage(row: Row): SplashPage {
  const { background, foreground, accent } = row;
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    title: row.title,
    text: row.text,
    button: row.button,
    seconds: row.seconds,
    colors: { background, foreground, accent },
    picture: pagePicture(row.picture_id, row.picture_width, row.picture_height),
    logo: pagePicture(row.logo_id, row.logo_width, row.logo_height),
    disabledBy: row.disabled_by,
    createdAt: row.created_at,
  };
}

function toRow({ name, title, text, button, seconds, colors, pictureId, logoId, disabledBy }: SplashPageRecord) {
  const { background, foreground, accent } = colors;
  return {
    ...{ name, title, text, button, seconds, background, foreground, accent },
    search_words: name.toLowerCase(),
    picture_id: pictureId,
    logo_id: logoId,
    disabled_by: disabledBy,
  };
}

/** One page of the splash pages of one owner or of all users, newest first. */
export async function listSplashPages(
  db: Db,
  scope: OwnerScope,
  request: PageRequest,
  q = '',
): Promise<Page<SplashPage>> {
  const isNamed = sql<boolean>`page.search_words like ${toLikePattern(q)} escape '\\'`;
  const total = q === '' ? await readTally(db, scope, NOUN) : await countNamed(db, scope, q);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await selectPages(db)
    .$if(scope !== 'everyone', (query) => query.where('page.user_id', '=', Number(scope)))
    .$if(q !== '', (query) => query.where(isNamed))
    .orderBy('page.id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toSplashPage) };
}

async function countNamed(db: Db, scope: OwnerScope, q: string): Promise<number> {
  const { total } = await db
    .selectFrom('splash_pages')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .$if(scope !== 'everyone', (query) => query.where('user_id', '=', Number(scope)))
    .where(sql<boolean>`search_words like ${toLikePattern(q)} escape '\\'`)
    .executeTakeFirstOrThrow();
  return total;
}

export async function findSplashPage(db: Db, owner: number, id: number): Promise<SplashPage | undefined> {
  const row = await selectPages(db).where('page.user_id', '=', owner).where('page.id', '=', id).executeTakeFirst();
  return row && toSplashPage(row);
}

/** A splash page of any owner, for visits. */
export async function findShownSplashPage(db: Db, id: number): Promise<SplashPage | undefined> {
  const row = await selectPages(db).where('page.id', '=', id).executeTakeFirst();
  return row && toSplashPage(row);
}

export async function insertSplashPage(tx: Db, owner: number, record: SplashPageRecord, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('splash_pages')
    .values({ ...toRow(record), user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

export async function updateSplashPage(tx: Db, owner: number, id: number, record: SplashPageRecord): Promise<void> {
  await tx.updateTable('splash_pages').set(toRow(record)).where('user_id', '=', owner).where('id', '=', id).execute();
}
