import type { Db } from '../../db/db.ts';

/** Items other than links that can be on a domain, such as QR codes and bio pages. */
export interface DomainItems {
  /** How many of them are on each of these domains; a domain without any is omitted. */
  countOn(db: Db, domainIds: number[]): Promise<Map<number, number>>;
  /** Moves those of a domain to the main host, in the transaction that deletes the domain. Returns what to call once it is stored, if anything. */
  moveToMain(tx: Db, owner: number, domainId: number): Promise<(() => void) | undefined>;
}

/** All kinds of items together. */
export function joinItems(kinds: DomainItems[]): DomainItems {
  return {
    async countOn(db, domainIds) {
      const total = new Map<number, number>();
      if (domainIds.length === 0) return total;
      for (const { countOn } of kinds) {
        for (const [id, count] of await countOn(db, domainIds)) total.set(id, (total.get(id) ?? 0) + count);
      }
      return total;
    },

    async moveToMain(tx, owner, domainId) {
      const onStored: ((() => void) | undefined)[] = [];
      for (const kind of kinds) onStored.push(await kind.moveToMain(tx, owner, domainId));
      return () => {
        for (const run of onStored) run?.();
      };
    },
  };
}
