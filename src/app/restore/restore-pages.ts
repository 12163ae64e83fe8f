import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import { lockNames } from '../../db/lock-names.ts';
import { insertStoredRows } from '../../db/restore-rows.ts';
import { addToTally } from '../../db/tally.ts';
import { bioSlugTaken } from '../../resources/bio/bio.ts';
import { isSlugConflict } from '../../resources/bio/bio-write.service.ts';
import { hostedNameOf, MAIN_DOMAIN } from '../../resources/domains/domain.ts';
import { findAliasHolder } from '../../resources/links/link-read.store.ts';
import type { Restore } from '../../resources/trash/trash.ts';
import { assertNoName, findDomainOf, putIntoChannels, type RestorerParts } from './restore-parts.ts';

/** Restores a bio page with its blocks. */
export function createRestoreBio({ listeners }: Pick<RestorerParts, 'listeners'>): Restore {
  return async (tx, item) => {
    const { owner, row, rows, custom } = item;
    const slug = custom ?? String(row.slug);
    // Names are locked before domains, as where a page is created.
    const names = [Number(row.domain_id), MAIN_DOMAIN].map((domainId) => hostedNameOf(domainId, slug));
    await lockNames(tx, names, 'alone');
    const domainId = await findDomainOf(tx, owner, row);
    const isReserved = domainId === MAIN_DOMAIN && isReservedOnMainHost(slug);
    if (isReserved || (await findAliasHolder(tx, domainId, slug))) throw bioSlugTaken();
    const words = `${row.name}\n${slug}\n${row.headline}`.toLowerCase();
    const page = { ...row, domain_id: domainId, slug, search_words: words };
    try {
      await insertStoredRows(tx, 'bio_pages', [page]);
    } catch (error) {
      throw isSlugConflict(error) ? bioSlugTaken() : error;
    }
    await addToTally(tx, owner, 'bio_pages', 1);
    await insertStoredRows(tx, 'bio_blocks', rows.bio_blocks ?? []);
    await putIntoChannels(tx, 'bio', item);
    return () => listeners.onBioPageChanged([{ domainId, slug }]);
  };
}

/** Restores a QR code with its logo. Its code is random, so nobody else has it. */
export function createRestoreQr({ listeners }: Pick<RestorerParts, 'listeners'>): Restore {
  return async (tx, item) => {
    assertNoName(item);
    const { owner, row, rows } = item;
    await insertStoredRows(tx, 'qr_codes', [{ ...row, domain_id: await findDomainOf(tx, owner, row) }]);
    await addToTally(tx, owner, 'qr_codes', 1);
    await insertStoredRows(tx, 'qr_logos', rows.qr_logos ?? []);
    await putIntoChannels(tx, 'qr', item);
    return () => listeners.onQrCodeChanged(String(row.code));
  };
}
