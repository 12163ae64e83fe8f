import { dimensions } from '../rollups/dimension.ts';
import { RollupDelta } from '../rollups/rollup-delta.ts';
import { VisitorSketch } from '../rollups/visitor-sketch.ts';
import { type ClickBuffer, type HourClicks, SECTION_BITS, SEEN } from './click-buffer.ts';

if (dimensions.length > 2 ** SECTION_BITS) throw new Error('A place has no room for so many dimensions.');

/** The sum of some clicks. */
export interface ClickSum {
  /** Text and dimension as one number, in the order in which they were first seen. */
  places: number[];
  /** The count of each place; 0 for texts of bots that are not counted. */
  counts: number[];
  visitors: VisitorSketch;
}

export function textAt(place: number): number {
  return place >>> SECTION_BITS;
}

export function sectionAt(place: number): number {
  return place & (2 ** SECTION_BITS - 1);
}

/** Adds up clicks by text and dimension. Reuse one instance, because its table is large. */
export class TextTally {
  readonly #buffer: ClickBuffer;
  /** Indexed by place; all are 0 between two calls of `sum`. */
  readonly #counts: Int32Array;

  constructor(buffer: ClickBuffer) {
    this.#buffer = buffer;
    this.#counts = new Int32Array(buffer.texts.length << SECTION_BITS);
  }

  sum(clicks: HourClicks[]): ClickSum {
    const places: number[] = [];
    const visitors: number[] = [];
    for (const hour of clicks) this.#buffer.addUp(hour, this.#counts, places, visitors);
    const counts = places.map((place) => {
      const count = (this.#counts[place] as number) - SEEN;
      this.#counts[place] = 0;
      return count;
    });
    return { places, counts, visitors: VisitorSketch.of(visitors) };
  }
}

/** Converts a sum to the delta of a rollup; `words` maps the number of a text to its word. */
export function toDelta({ places, counts, visitors }: ClickSum, words: Float64Array): RollupDelta {
  const delta = new RollupDelta(visitors);
  for (let index = 0; index < places.length; index += 1) {
    const place = places[index] as number;
    const count = counts[index] as number;
    if (count > 0) delta.addWord(sectionAt(place), words[textAt(place)] as number, count);
  }
  return delta;
}
