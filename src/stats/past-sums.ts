import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import { VisitorSketch } from '../rollups/sketch.ts';
import { keyOf, type Subject } from '../rollups/subject.ts';
import { listCounts } from '../rollups/word-sums.ts';
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

interface Remembered {
  mark: string;
  past: Past;
  bytes: number;
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
  readonly #maxBytes: number;
  /** The one that was asked for last comes last. */
  readonly #remembered = new Map<string, Remembered>();
  #bytes = 0;

  constructor(db: Db, maxBytes = MAX_BYTES) {
    this.#db = db;
    this.#maxBytes = maxBytes;
  }

  /** About how much memory the sums take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What a range adds up to that is over; the mark must have been read before, and tell of all that is over. */
  async read(subject: Subject, range: Range, by: Dimension[], mark: string): Promise<Past> {
    if (range.from >= range.end) return readPast(this.#db, subject, { ...range, end: range.from }, by);
    const { interval, from, end } = range;
    const key = `${keyOf({ ...subject, span: 'total', start: from })} ${end} ${interval} ${by}`;
    const known = this.#remembered.get(key);
    this.#forget(key);
    if (known?.mark === mark) return this.#remember(key, known);
    const past = await readPast(this.#db, subject, range, by);
    return this.#remember(key, { mark, past, bytes: bytesOf(past) });
  }

  #remember(key: string, remembered: Remembered): Past {
    this.#forget(key);
    this.#remembered.set(key, remembered);
    this.#bytes += remembered.bytes;
    for (const oldest of this.#remembered.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
    return remembered.past;
  }

  #forget(key: string): void {
    this.#bytes -= this.#remembered.get(key)?.bytes ?? 0;
    this.#remembered.delete(key);
  }
}
