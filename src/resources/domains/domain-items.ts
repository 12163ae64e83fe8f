import type { Db } from '../../db/db.ts';

/** Items other than links that can be on a domain, such as QR codes. */
export interface DomainItems {
  /** How many of them are on each of these domains; a domain without any is omitted. */
  countOn(db: Db, domainIds: number[]): Promise<Map<number, number>>;
  /** Moves those of a domain to the main host, in the transaction that deletes the domain. */
  moveToMain(tx: Db, owner: number, domainId: number): Promise<void>;
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
      for (const kind of kinds) await kind.moveToMain(tx, owner, domainId);
    },
  };
}
