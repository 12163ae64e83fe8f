import type { Db } from '../../db/db.ts';
import { inParts, insertStoredRows, keepOwned, keepReference } from '../../db/restore-rows.ts';
import { addToTally } from '../../db/tally.ts';
import { framedDestinations } from '../../resources/links/link.ts';
import type { Restore, RestoredItem } from '../../resources/trash/trash.ts';
import { assertNoName, type RestorerParts, readUsedLinks, usedLinkEvent } from './restore-parts.ts';

/** Restores a pixel on the links that still exist. */
export function createRestorePixel({ listeners }: Pick<RestorerParts, 'listeners'>): Restore {
  return async (tx, item) => {
    assertNoName(item);
    const { owner, row, rows } = item;
    await insertStoredRows(tx, 'pixels', [row]);
    await addToTally(tx, owner, 'pixels', 1);
    const linkPixels = rows.link_pixels ?? [];
    const links = await keepOwned(
      tx,
      'links',
      owner,
      linkPixels.map(({ link_id }) => link_id),
    );
    await insertStoredRows(
      tx,
      'link_pixels',
      linkPixels.filter(({ link_id }) => links.has(Number(link_id))),
    );
    const used = await readUsedLinks(tx, owner, [...links]);
    return () => {
      for (const link of used) listeners.onLinkChanged(usedLinkEvent(link));
    };
  };
}

/** Shows a splash page or an overlay on its links again, unless they show something else now; returns their ids. */
async function showOnLinks(tx: Db, { owner, id, rows }: RestoredItem, type: 'splash' | 'overlay'): Promise<number[]> {
  const ids: number[] = [];
  for (const some of inParts((rows.links ?? []).map((link) => Number(link.id)))) {
    const shown = await tx
      .updateTable('links')
      .set({ type, interstitial_id: id, unframed: null })
      .where('user_id', '=', owner)
      .where('id', 'in', some)
      .where('type', '=', 'direct')
      .returning('id')
      .execute();
    ids.push(...shown.map((link) => link.id));
  }
  return ids;
}

/** Restores a splash page or an overlay with the responses of visitors, on the links that showed it. */
export function createRestoreInterstitial(
  type: 'splash' | 'overlay',
  { listeners }: Pick<RestorerParts, 'listeners'>,
): Restore {
  const table = type === 'splash' ? 'splash_pages' : 'overlays';
  return async (tx, item) => {
    assertNoName(item);
    const { owner, row, rows } = item;
    const picture_id = await keepReference(tx, 'files', owner, row.picture_id);
    const logo_id = await keepReference(tx, 'files', owner, row.logo_id);
    await insertStoredRows(tx, table, [{ ...row, picture_id, logo_id }]);
    await addToTally(tx, owner, table, 1);
    await insertStoredRows(tx, 'overlay_responses', rows.overlay_responses ?? []);
    await insertStoredRows(tx, 'overlay_votes', rows.overlay_votes ?? []);
    const used = await readUsedLinks(tx, owner, await showOnLinks(tx, item, type));
    return () => {
      for (const link of used) listeners.onLinkChanged(usedLinkEvent(link, framedDestinations(link)));
    };
  };
}
