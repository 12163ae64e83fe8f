import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import type { Db } from '../../db/db.ts';
import { lockNames } from '../../db/lock-names.ts';
import { MAIN_DOMAIN } from '../links/link.ts';
import { slugsFor } from './bio.slug.ts';
import { isSlugTaken, listBioPagesOn, updateBioPage } from './bio.store.ts';
import { type BioAddress, bioSlugTaken, toBioAddress } from './bio.ts';

/** Whether a link on the main host has this alias. */
type IsAlias = (tx: Db, alias: string) => Promise<boolean>;

async function findFreeSlug(tx: Db, slug: string, isAlias: IsAlias): Promise<string> {
  for (const tried of [slug, ...slugsFor(slug)]) {
    if (isReservedOnMainHost(tried)) continue;
    await lockNames(tx, [tried], 'alone');
    if (!(await isSlugTaken(tx, MAIN_DOMAIN, tried)) && !(await isAlias(tx, tried))) return tried;
  }
  throw bioSlugTaken();
}

/**
 * Moves the pages of a domain to the main host: with their own slug if that is free, otherwise with a new one. Returns their old
 * and new addresses.
 */
export async function moveBioPagesToMain(
  tx: Db,
  owner: number,
  domainId: number,
  isAlias: IsAlias,
): Promise<BioAddress[]> {
  const addresses: BioAddress[] = [];
  for (const page of await listBioPagesOn(tx, owner, domainId)) {
    const address = { domainId: MAIN_DOMAIN, slug: await findFreeSlug(tx, page.slug, isAlias) };
    await updateBioPage(tx, owner, page.id, { ...page, ...address });
    addresses.push(toBioAddress(page), address);
  }
  return addresses;
}
