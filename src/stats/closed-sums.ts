import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import type { Subject } from '../rollups/subject.ts';
import { VisitorSketch } from '../rollups/visitor-sketch.ts';
import { listCounts } from '../rollups/word-sums.ts';
import { RankedCounts } from './ranked-counts.ts';
import { readPoints } from './read-points.ts';
import type { Range } from './stats.range.ts';
import { addRollup, createSummary, type Point } from './summary.ts';
import { VersionedCache } from './versioned-cache.ts';

/** What was counted in days or hours that are over. */
export interface ClosedSum {
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

function bytesOf({ visitors, lastVisitors, counts, points }: ClosedSum): number {
  let bytes = BYTES_EACH.past + visitors.encode().length + lastVisitors.encode().length;
  bytes += BYTES_EACH.point * points.length;
  for (const ranked of counts.values()) bytes += ranked.bytes;
  return bytes;
}

async function readClosed(db: Db, subject: Subject, range: Range, by: Dimension[]): Promise<ClosedSum> {
  const summary = createSummary(range, by);
  let lastVisitors = VisitorSketch.decode(null);
  const points = await readPoints(db, subject, range, (stretch) => {
    addRollup(summary, stretch);
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
 * are seen by the version, which every click moves, on whichever node it is counted.
 */
export class ClosedSums {
  readonly #db: Db;
  readonly #remembered: VersionedCache<ClosedSum>;

  constructor(db: Db, maxBytes = MAX_BYTES) {
    this.#db = db;
    this.#remembered = new VersionedCache(maxBytes, bytesOf);
  }

  /** About how much memory the sums take. */
  get bytes(): number {
    return this.#remembered.bytes;
  }

  /** What a range adds up to that is over; the version must have been read before, and tell of all that is over. */
  async read(subject: Subject, range: Range, by: Dimension[], version: string): Promise<ClosedSum> {
    if (range.from >= range.end) return readClosed(this.#db, subject, { ...range, end: range.from }, by);
    const { interval, from, end } = range;
    const key = `${subject.noun} ${subject.id} ${from} ${end} ${interval} ${by}`;
    const known = this.#remembered.get(key, version);
    if (known) return known;
    const past = await readClosed(this.#db, subject, range, by);
    this.#remembered.set(key, version, past);
    return past;
  }
}
