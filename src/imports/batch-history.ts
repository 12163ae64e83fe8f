import { BatchTexts, LinkSums, type SumRules } from './history/history-sums.ts';
import { type AddedClicks, type ImportRef, storedRef } from './import-ref.store.ts';
import type { SourceHistory } from './source.ts';

/** A ref that is stored with the history of its batch. */
type NewRef = Pick<ImportRef, 'link_id' | 'source' | 'ref' | 'user_id' | 'import_id'> & { undated: number };

/** What is known about the links of a batch. */
interface KnownLinks {
  known: Map<string, ImportRef>;
  /** Links that the owner had before this batch. */
  adopted: NewRef[];
  /** What a dry run would import, with the clicks so far. */
  wouldImport: Map<string, number>;
}

/** What was imported for a link before. */
interface Earlier {
  ref: ImportRef;
  added: AddedClicks;
}

/** Adds up the history of a batch by link. */
export class BatchHistory {
  readonly texts = new BatchTexts();
  readonly links = new Map<number, LinkSums>();
  /** Clicks that this batch adds; in a dry run, that it would add. */
  readonly totals = { clicks: 0, bots: 0, undated: 0 };
  readonly #rules: SumRules;
  readonly #refs: Map<string, Earlier>;
  readonly #wouldImport: Map<string, number>;

  constructor(rules: SumRules, { known, adopted, wouldImport }: KnownLinks) {
    this.#rules = rules;
    this.#wouldImport = wouldImport;
    const refs = [...adopted.map((ref): ImportRef => ({ ...ref, clicks: 0, bots: 0, state: null })), ...known.values()];
    this.#refs = new Map(
      refs.map((ref) => [ref.ref, { ref, added: { ref, clicks: 0, bots: 0, undated: 0, state: undefined } }]),
    );
  }

  /** What is added to each ref. */
  get added(): AddedClicks[] {
    const all = Array.from(this.#refs.values(), ({ added }) => added);
    return all.filter(({ clicks, bots, undated, state }) => clicks + bots + undated > 0 || state !== undefined);
  }

  /** Adds the clicks of a link; drops them if the link is unknown. */
  add({ ref, clicks, counts, total, state }: SourceHistory): void {
    const stored = storedRef(ref);
    const earlier = this.#refs.get(stored);
    if (!earlier && !this.#wouldImport.has(stored)) return;
    const sums = this.#sumsOf(earlier?.ref.link_id);
    const before = { clicks: sums.clicks, bots: sums.bots, undated: sums.undated };
    for (const click of clicks) sums.addClick(click);
    for (const some of counts) sums.addCounts(some);
    const added = earlier?.added ?? { clicks: 0, bots: 0, undated: 0, state: undefined };
    added.clicks += sums.clicks - before.clicks;
    added.bots += sums.bots - before.bots;
    added.undated += sums.undated - before.undated;
    if (total !== undefined) {
      const known = earlier
        ? earlier.ref.clicks + earlier.ref.bots + earlier.ref.undated
        : (this.#wouldImport.get(stored) ?? 0);
      const missing = Math.max(0, total - known - added.clicks - added.bots - added.undated);
      added.undated += missing;
      sums.undated += missing;
    }
    if (state !== undefined) added.state = state;
    if (!earlier) {
      const counted = added.clicks + added.bots + added.undated;
      this.#wouldImport.set(stored, (this.#wouldImport.get(stored) ?? 0) + counted);
    }
    this.totals.clicks += sums.clicks - before.clicks;
    this.totals.bots += sums.bots - before.bots;
    this.totals.undated += sums.undated - before.undated;
  }

  #sumsOf(linkId: number | undefined): LinkSums {
    // A dry run has no link yet.
    if (linkId === undefined) return new LinkSums(this.texts, this.#rules);
    let sums = this.links.get(linkId);
    if (!sums) {
      sums = new LinkSums(this.texts, this.#rules);
      this.links.set(linkId, sums);
    }
    return sums;
  }
}
