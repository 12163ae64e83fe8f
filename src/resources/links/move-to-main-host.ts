import { setImmediate } from 'node:timers/promises';
import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import type { Db } from '../../db/db.ts';
import { collision } from '../../db/failures.ts';
import { lockNames } from '../../db/lock-names.ts';
import type { MovedLink } from '../domains/domain.service.ts';
import { isAliasTaken, makeAlias } from './link.alias.ts';
import { countAllLinks, findTakenOnMain, readNextLinks } from './link-read.store.ts';
import { moveLinksToMain } from './link-write.store.ts';

// A statement has a time limit, and on SQLite the thread does nothing else while one runs.
const MOVED_AT_ONCE = 500;

/** Finds which of these names on the main host belong to another resource, such as a bio page. */
export type FindNames = (tx: Db, names: string[]) => Promise<string[]>;

/** The aliases that are taken or reserved on the main host. */
async function findTaken(tx: Db, aliases: string[], findOthers: FindNames): Promise<Set<string>> {
  const taken = await findTakenOnMain(tx, aliases);
  for (const name of await findOthers(tx, aliases)) taken.add(name);
  for (const alias of aliases) if (isReservedOnMainHost(alias)) taken.add(alias);
  return taken;
}

/** Makes random aliases that are free on the main host. */
async function makeFreeAliases(tx: Db, count: number, findOthers: FindNames): Promise<string[]> {
  const linkCount = await countAllLinks(tx);
  const free = new Set<string>();
  while (free.size < count) {
    const made = Array.from({ length: count - free.size }, () => makeAlias(linkCount));
    const taken = await findTaken(tx, made, findOthers);
    for (const alias of made) if (!taken.has(alias)) free.add(alias);
  }
  return [...free];
}

/**
 * Moves every link of a domain to the main host: with its own alias if that is free, otherwise with a new one. If another request
 * takes one of these aliases meanwhile, the transaction is retried.
 */
export async function moveToMainHost(
  tx: Db,
  owner: number,
  domainId: number,
  findOthers: FindNames,
): Promise<MovedLink[]> {
  const moved: MovedLink[] = [];
  while (true) {
    const links = await readNextLinks(tx, owner, domainId, MOVED_AT_ONCE);
    if (links.length === 0) return moved;
    const aliases = links.map(({ alias }) => alias);
    // A shared lock, so that creating links does not wait until a large domain has been moved.
    await lockNames(tx, aliases, 'shared');
    const taken = await findTaken(tx, aliases, findOthers);
    const newAliases = taken.size === 0 ? [] : await makeFreeAliases(tx, taken.size, findOthers);
    const next = links.map(({ id, alias, campaignId }) => ({
      id,
      campaignId,
      from: alias,
      to: taken.has(alias) ? (newAliases.pop() ?? alias) : alias,
    }));
    await moveLinksToMain(
      tx,
      owner,
      next.map(({ id, to }) => ({ id, alias: to })),
    ).catch((error) => {
      throw isAliasTaken(error) ? collision('an alias was taken meanwhile', error) : error;
    });
    moved.push(...next);
    await setImmediate();
  }
}
