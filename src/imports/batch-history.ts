import { BatchTexts, LinkSums, type SumRules, wholeCount } from './history/history-sums.ts';
import { type AddedClicks, type ImportRef, storedRef } from './import-ref.store.ts';
import type { SourceHistory } from './source.ts';

/** Dated clicks that a run has added to links whose history is not complete yet, by stored ref. */
export type DatedInRun = Map<string, number>;

/** What is known about the links of a batch, by stored ref. */
interface KnownLinks {
  /** What was imported before; for links that the owner had before, what their total contains. */
  refs: Map<string, ImportRef>;
  /** What a dry run would import, with the clicks so far. */
  wouldImport: Map<string, number>;
  datedInRun: DatedInRun;
  /** An earlier process of this run may have added dated clicks. */
  isResumed: boolean;
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
  /** Clicks that this batch adds; in a dry run, that it would add. Undated ones that have a date now are subtracted. */
  readonly totals = { clicks: 0, bots: 0, undated: 0 };
  readonly #rules: SumRules;
  readonly #refs: Map<string, Earlier>;
  readonly #known: KnownLinks;

  constructor(rules: SumRules, known: KnownLinks) {
    this.#rules = rules;
    this.#known = known;
    const toEarlier = (ref: ImportRef) => ({ ref, added: { ref, clicks: 0, bots: 0, undated: 0, state: undefined } });
    this.#refs = new Map(Array.from(known.refs, ([name, ref]) => [name, toEarlier(ref)]));
  }

  /** What is added to each ref. */
  get added(): AddedClicks[] {
    const all = Array.from(this.#refs.values(), ({ added }) => added);
    return all.filter(({ clicks, bots, undated, state }) => clicks + bots > 0 || undated !== 0 || state !== undefined);
  }

  /** Adds the clicks of a link; drops them if the link is unknown. */
  add({ ref, clicks, counts, total: given, state }: SourceHistory): void {
    const total = given === undefined ? undefined : wholeCount(given);
    const stored = storedRef(ref);
    const earlier = this.#refs.get(stored);
    const { wouldImport, datedInRun } = this.#known;
    if (!earlier && !wouldImport.has(stored)) return;
    const sums = this.#sumsOf(earlier?.ref.link_id);
    const before = { clicks: sums.clicks, bots: sums.bots, undated: sums.undated };
    for (const click of clicks) sums.addClick(click);
    for (const some of counts) sums.addCounts(some);
    const added = earlier?.added ?? { clicks: 0, bots: 0, undated: 0, state: undefined };
    const dated = sums.clicks - before.clicks + (sums.bots - before.bots);
    added.clicks += sums.clicks - before.clicks;
    added.bots += sums.bots - before.bots;
    added.undated += sums.undated - before.undated;
    if (dated > 0 && earlier && earlier.ref.undated > 0) datedInRun.set(stored, (datedInRun.get(stored) ?? 0) + dated);
    if (total !== undefined) {
      const known = earlier
        ? earlier.ref.clicks + earlier.ref.bots + earlier.ref.undated
        : (wouldImport.get(stored) ?? 0);
      const missing = total - known - added.clicks - added.bots - added.undated;
      const undated = missing >= 0 ? missing : -this.#nowDated(stored, earlier, -missing);
      added.undated += undated;
      sums.undated += undated;
      datedInRun.delete(stored);
    }
    if (state !== undefined) added.state = state;
    if (!earlier) {
      const counted = added.clicks + added.bots + added.undated;
      wouldImport.set(stored, (wouldImport.get(stored) ?? 0) + counted);
    }
    this.totals.clicks += sums.clicks - before.clicks;
    this.totals.bots += sums.bots - before.bots;
    this.totals.undated += sums.undated - before.undated;
  }

  /**
   * How many undated clicks of earlier imports came again with a date: at most as many as exceed the total. A total that the source
   * has reduced takes nothing away.
   */
  #nowDated(stored: string, earlier: Earlier | undefined, excess: number): number {
    if (!earlier) return 0;
    const { ref, added } = earlier;
    const inRun = this.#known.datedInRun.get(stored) ?? 0;
    const dated = this.#known.isResumed ? ref.clicks + ref.bots + inRun : inRun;
    return Math.max(0, Math.min(excess, ref.undated + added.undated, dated));
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
