import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import type { KeptPart } from '../rollups/kept-clicks.store.ts';
import { KeptScan, NO_VISITOR, type WordTest } from '../rollups/kept-clicks.ts';
import { DAY_MS } from '../rollups/subject.ts';
import { VisitorSketch } from '../rollups/visitor-sketch.ts';
import { listKeptKeys, type StatsSubject } from './kept-keys.store.ts';
import { scanManyKept } from './scan-kept-clicks.ts';
import { createPointFinder, type Range } from './stats.range.ts';
import { createSummary, type Point, type Summary } from './summary.ts';
import { WordCounter } from './word-counter.ts';

/** A point with its sketch of visitors; points of one hour have none. */
interface OpenPoint {
  point: Point;
  visitors: VisitorSketch | undefined;
}

/** Adds up clicks. Dimensions are counted one after the other, which is faster than click by click. */
class FilteredSums {
  readonly #summary: Summary;
  readonly #points: OpenPoint[];
  readonly #findPoint: (at: number) => number;
  readonly #counters: Map<Dimension, WordCounter>;

  constructor(range: Range, by: Dimension[]) {
    this.#summary = createSummary(range, by);
    this.#points = this.#summary.points.map((point) => ({
      point,
      visitors: point.unique === undefined ? undefined : VisitorSketch.decode(null),
    }));
    this.#findPoint = createPointFinder(range);
    this.#counters = new Map(by.map((dimension) => [dimension, new WordCounter()]));
  }

  addPart({ day, bytes }: KeptPart, tests: WordTest[]): void {
    const scan = new KeptScan(bytes);
    const found = scan.findMatching(tests);
    if (found.length === 0) return;
    // All clicks of a part are on one day of UTC, which often belongs to one point.
    const first = this.#findPoint(day);
    const isOnePoint = first !== -1 && first === this.#findPoint(day + DAY_MS - 1);
    const people: number[] = [];
    for (const index of found) {
      const open = this.#points[isOnePoint ? first : this.#findPoint(scan.at(index))];
      if (open && this.#addClick(scan, index, open)) people.push(index);
    }
    for (const [dimension, counter] of this.#counters) scan.forEachWord(dimension, people, (word) => counter.add(word));
  }

  /** Adds a click to a point; returns whether it is one of a person. */
  #addClick(scan: KeptScan, index: number, { point, visitors }: OpenPoint): boolean {
    const bot = scan.word(index, 'bot');
    if (bot !== 0) {
      this.#summary.bots += 1;
      point.bots += 1;
      this.#counters.get('bot')?.add(bot);
      return false;
    }
    this.#summary.clicks += 1;
    point.clicks += 1;
    const visitor = scan.visitor(index);
    if (visitor !== NO_VISITOR) (visitors ?? this.#summary.visitors).add(visitor);
    return true;
  }

  finish(): Summary {
    const summary = this.#summary;
    for (const { point, visitors } of this.#points) {
      if (!visitors) continue;
      point.unique = visitors.count();
      summary.visitors.merge(visitors);
    }
    for (const [dimension, counter] of this.#counters) {
      for (const { word, count } of counter) summary.counts.get(dimension)?.set(word, { word, count });
    }
    return summary;
  }
}

/** Which statistics to read from kept clicks. */
export interface FilteredRequest {
  subject: StatsSubject;
  range: Range;
  /** Undefined if no click can match. */
  tests: WordTest[] | undefined;
  by: Dimension[];
}

/** Adds up the matching kept clicks of a subject. As in rollups, visits by bots are counted only as bots. */
export async function readFilteredStats(db: Db, { subject, range, tests, by }: FilteredRequest): Promise<Summary> {
  const sums = new FilteredSums(range, by);
  if (!tests) return sums.finish();
  for await (const parts of scanManyKept(db, listKeptKeys(db, subject), range)) {
    for (const part of parts) sums.addPart(part, tests);
  }
  return sums.finish();
}
