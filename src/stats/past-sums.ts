import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import { VisitorSketch } from '../rollups/sketch.ts';
import type { Subject } from '../rollups/subject.ts';
import { listCounts } from '../rollups/word-sums.ts';
import { MarkedValues } from './marked-values.ts';
import { RankedCounts } from './ranked-counts.ts';
import { readPoints } from './read-pages.ts';
import type { Range } from './stats.range.ts';
import { addPage, createSummary, type Point } from './summary.ts';

/** What was counted in days or hours that are over. */
export interface Past {
  clicks: number;
  bots: number;
  visitors: VisitorSketch;
  counts: Map<Dimension, RankedCounts>;
  points: Point[];
  /** Those of the last stretch, which is all that is over of the present month where months are asked for. */
  lastVisitors: VisitorSketch;
}

const MAX_BYTES = 16_000_000;
const BYTES_EACH = { past: 3_000, point: 80 };

function bytesOf({ visitors, lastVisitors, counts, points }: Past): number {
  let bytes = BYTES_EACH.past + visitors.encode().length + lastVisitors.encode().length;
  bytes += BYTES_EACH.point * points.length;
  for (const ranked of counts.values()) bytes += ranked.bytes;
  return bytes;
}

async function readPast(db: Db, subject: Subject, range: Range, by: Dimension[]): Promise<Past> {
  const summary = createSummary(range, by);
  let lastVisitors = VisitorSketch.decode(null);
  const points = await readPoints(db, subject, range, (stretch) => {
    addPage(summary, stretch);
    lastVisitors = stretch.visitors;
  });
  const { clicks, bots, visitors, counts } = summary;
  const ranked = Array.from(counts, ([dimension, sums]) => {
    return [dimension, new RankedCounts(listCounts([...sums.values()]))] as const;
  });
  return { clicks, bots, visitors, counts: new Map(ranked), points, lastVisitors };
}

/**
 * Adds up what is over once, and remembers the sums: a busy month is some hundred thousand counts. Clicks that are counted late
 * are seen by the mark, which every click moves, on whichever node it is counted.
 */
export class PastSums {
  readonly #db: Db;
  readonly #remembered: MarkedValues<Past>;

  constructor(db: Db, maxBytes = MAX_BYTES) {
    this.#db = db;
    this.#remembered = new MarkedValues(maxBytes, bytesOf);
  }

  /** About how much memory the sums take. */
  get bytes(): number {
    return this.#remembered.bytes;
  }

  /** What a range adds up to that is over; the mark must have been read before, and tell of all that is over. */
  async read(subject: Subject, range: Range, by: Dimension[], mark: string): Promise<Past> {
    if (range.from >= range.end) return readPast(this.#db, subject, { ...range, end: range.from }, by);
    const { interval, from, end } = range;
    const key = `${subject.noun} ${subject.id} ${from} ${end} ${interval} ${by}`;
    const known = this.#remembered.get(key, mark);
    if (known) return known;
    const past = await readPast(this.#db, subject, range, by);
    this.#remembered.set(key, mark, past);
    return past;
  }
}
