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

/** The sums of closed days or hours. */
export interface ClosedSum {
  clicks: number;
  bots: number;
  visitors: VisitorSketch;
  counts: Map<Dimension, RankedCounts>;
  points: Point[];
  /** The visitors of the last part. If the interval is month, that is the closed part of the current month. */
  lastVisitors: VisitorSketch;
}

const MAX_BYTES = 16_000_000;
const BYTES_EACH = { closed: 3_000, point: 80 };

function bytesOf({ visitors, lastVisitors, counts, points }: ClosedSum): number {
  let bytes = BYTES_EACH.closed + visitors.encode().length + lastVisitors.encode().length;
  bytes += BYTES_EACH.point * points.length;
  for (const ranked of counts.values()) bytes += ranked.bytes;
  return bytes;
}

async function readClosed(db: Db, subject: Subject, range: Range, by: Dimension[]): Promise<ClosedSum> {
  const summary = createSummary(range, by);
  let lastVisitors = VisitorSketch.decode(null);
  const points = await readPoints(db, subject, range, (part) => {
    addRollup(summary, part);
    lastVisitors = part.visitors;
  });
  const { clicks, bots, visitors, counts } = summary;
  const ranked = Array.from(counts, ([dimension, sums]) => {
    return [dimension, new RankedCounts(listCounts([...sums.values()]))] as const;
  });
  return { clicks, bots, visitors, counts: new Map(ranked), points, lastVisitors };
}

/**
 * Adds up closed days and hours once and caches the sums: a busy month has some hundred thousand counts. Clicks that are counted late
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

  /** The sums of a closed range. The caller reads the version first; it must cover all closed clicks. */
  async read(subject: Subject, range: Range, by: Dimension[], version: string): Promise<ClosedSum> {
    if (range.from >= range.end) return readClosed(this.#db, subject, { ...range, end: range.from }, by);
    const { interval, from, end } = range;
    const key = `${subject.noun} ${subject.id} ${from} ${end} ${interval} ${by}`;
    const known = this.#remembered.get(key, version);
    if (known) return known;
    const closed = await readClosed(this.#db, subject, range, by);
    this.#remembered.set(key, version, closed);
    return closed;
  }
}
