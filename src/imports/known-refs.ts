import type { Db } from '../db/db.ts';
import type { StoredRun } from './import.ts';
import * as store from './import-ref.store.ts';
import type { ImportProduct, SourceLink } from './source.ts';

/** A link of the source that the owner had before. */
export interface AdoptedLink {
  link: SourceLink;
  id: number;
}

/** What was imported for adopted links before, by stored ref. */
interface Adoption {
  refs: Map<string, store.ImportRef>;
  /** Stores the new rows of these refs. */
  save(tx: Db): Promise<void>;
}

// Their files do not contain the id that their API has, so a link has one ref in a file and another by address.
const refsDiffer: readonly ImportProduct[] = ['bitly', 'dub'];

/** Which links of a source are known, whichever way they were read before: from a file, or by any address. */
export class KnownRefs {
  readonly #db: Db;
  readonly #run: StoredRun;
  #sources: string[];

  constructor(db: Db, run: StoredRun) {
    this.#db = db;
    this.#run = run;
    this.#sources = [run.product];
  }

  /** Must be called first. */
  async open(): Promise<void> {
    const { owner, product } = this.#run;
    this.#sources = await store.listSources(this.#db, owner, product);
  }

  /** What was imported before, by stored ref. */
  find(refs: string[]): Promise<Map<string, store.ImportRef>> {
    return store.findRefs(this.#db, this.#run.owner, this.#sources, refs);
  }

  /** How many links this run has added. */
  countAdded(): Promise<number> {
    return store.countAdded(this.#db, this.#run.owner, this.#sources, this.#run.id);
  }

  /** The row of a link that this run adds; 0 if it adds nothing. */
  toRow({ ref }: SourceLink, linkId: number, importId: number) {
    const { owner, product } = this.#run;
    return { link_id: linkId, source: product, ref: store.storedRef(ref), user_id: owner, import_id: importId };
  }

  /** Undated clicks of an earlier import without refs are part of the total of a link. */
  async adopt(adopted: AdoptedLink[]): Promise<Adoption> {
    const ids = adopted.map(({ id }) => id);
    const unexplained = await store.findUndatedClicks(this.#db, ids);
    const others = refsDiffer.includes(this.#run.product)
      ? await store.findByLinks(this.#db, this.#sources, ids)
      : new Map<number, store.ImportRef>();
    const rows: ReturnType<KnownRefs['toRow']>[] = [];
    const renamed: { row: store.ImportRef; to: string }[] = [];
    const refs = new Map<string, store.ImportRef>();
    for (const { link, id } of adopted) {
      const row = { ...this.toRow(link, id, 0), undated: unexplained.get(id) ?? 0 };
      const other = others.get(id);
      if (!other) rows.push(row);
      // Only by address the source needs the state of its own ref.
      else if (this.#run.host !== '') renamed.push({ row: other, to: row.ref });
      const isRenamed = other && this.#run.host !== '';
      refs.set(row.ref, other ? { ...other, ...(isRenamed && { ref: row.ref }) } : { ...row, ...NOTHING_DATED });
    }
    return {
      refs,
      async save(tx) {
        await store.insertRefs(tx, rows);
        for (const { row, to } of renamed) await store.renameRef(tx, row, to);
      },
    };
  }
}

const NOTHING_DATED = { clicks: 0, bots: 0, state: null };
