import { socialNetworkOf } from '../../agent/referrer.ts';
import type { HashVisitor } from '../../lib/visitor-hash.ts';
import { type Dimension, dimensionIndex } from '../../rollups/dimension.ts';
import { NO_VISITOR } from '../../rollups/kept-clicks.ts';
import { DAY_MS, HOUR_MS, HOURS_KEPT_DAYS, type TimeSlot } from '../../rollups/subject.ts';
import type { SourceClick, SourceCounts, SourceDimension } from '../source.ts';
import { type ClickValues, nameClick, nameValue } from './name-values.ts';

/** The sum of the clicks of one link in one time slot. */
export interface SlotSum extends TimeSlot {
  clicks: number;
  bots: number;
  /** The number of the text and the dimension as one number, with its count. */
  counts: Map<number, number>;
  visitors: number[];
}

/** A single click that is kept. */
export interface KeptImport {
  at: number;
  visitor: number;
  values: ClickValues;
}

const DIMENSION_STEP = 32;

/** The texts of a batch, each with a number. */
export class BatchTexts {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** Text and dimension as one number. */
  placeOf(dimension: Dimension, text: string): number {
    return this.numberOf(text) * DIMENSION_STEP + dimensionIndex[dimension];
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }
}

export function textOfPlace(place: number): number {
  return Math.floor(place / DIMENSION_STEP);
}

export function sectionOfPlace(place: number): number {
  return place % DIMENSION_STEP;
}

/** What sums depend on. */
export interface SumRules {
  now: number;
  /** How many days single clicks are kept; 0 if none are. */
  retentionDays: number;
  hashVisitor: HashVisitor;
}

// More than any link has; sums of such counts are still exact.
const MAX_COUNT = 1e12;

/** A count from elsewhere as a whole number that can be added. */
export function wholeCount(count: number): number {
  return Number.isFinite(count) ? Math.min(Math.max(Math.floor(count), 0), MAX_COUNT) : 0;
}

/** Adds up the history of one link. */
export class LinkSums {
  readonly slots = new Map<string, SlotSum>();
  readonly kept: KeptImport[] = [];
  clicks = 0;
  bots = 0;
  undated = 0;
  readonly #texts: BatchTexts;
  readonly #rules: SumRules;

  constructor(texts: BatchTexts, rules: SumRules) {
    this.#texts = texts;
    this.#rules = rules;
  }

  addClick(click: SourceClick): void {
    const { now, retentionDays, hashVisitor } = this.#rules;
    if (!Number.isFinite(click.at)) {
      this.undated += 1;
      return;
    }
    const at = Math.min(Math.max(click.at, 0), now);
    const values = nameClick(click);
    const visitor = click.visitor ? hashVisitor(click.visitor, '') : NO_VISITOR;
    this.#count(click.isBot);
    for (const slot of this.#slotsOf(at)) {
      const sum = this.#slot(slot);
      if (click.isBot) {
        sum.bots += 1;
        this.#addText(sum, 'bot', values.bot ?? '', 1);
        continue;
      }
      sum.clicks += 1;
      if (visitor !== NO_VISITOR) sum.visitors.push(visitor);
      for (const [dimension, text] of Object.entries(values)) this.#addText(sum, dimension as Dimension, text, 1);
    }
    const oldest = (Math.floor(now / DAY_MS) - retentionDays) * DAY_MS;
    if (retentionDays > 0 && at >= oldest) this.kept.push({ at, visitor, values });
  }

  addCounts({ start, dimensions, ...given }: SourceCounts): void {
    const [clicks, bots] = [wholeCount(given.clicks), wholeCount(given.bots)];
    const span = Number.isFinite(start) ? given.span : 'total';
    // A day without hours counts at noon UTC, which is the same day in nearly all time zones.
    const at = Math.min(span === 'day' ? start - (start % DAY_MS) + DAY_MS / 2 : start, this.#rules.now);
    const slots: TimeSlot[] = span === 'total' ? [{ span: 'total', start: 0 }] : this.#slotsOf(Math.max(at, 0));
    if (span === 'total') this.undated += clicks;
    else {
      this.clicks += clicks;
      this.bots += bots;
    }
    for (const slot of slots) {
      const sum = this.#slot(slot);
      if (span !== 'total') {
        sum.clicks += clicks;
        sum.bots += bots;
      }
      for (const [dimension, counts] of Object.entries(dimensions) as [SourceDimension, Record<string, number>][]) {
        for (const [value, count] of Object.entries(counts)) this.#addNamed(sum, dimension, value, wholeCount(count));
      }
    }
  }

  #addNamed(sum: SlotSum, dimension: SourceDimension, value: string, count: number): void {
    const name = nameValue(dimension, value);
    this.#addText(sum, dimension, name, count);
    if (dimension === 'referrer' && name) this.#addText(sum, 'social', socialNetworkOf(name), count);
  }

  #addText(sum: SlotSum, dimension: Dimension, text: string, count: number): void {
    if (text === '' || count <= 0) return;
    const place = this.#texts.placeOf(dimension, text);
    sum.counts.set(place, (sum.counts.get(place) ?? 0) + count);
  }

  #count(isBot: boolean): void {
    if (isBot) this.bots += 1;
    else this.clicks += 1;
  }

  /** Old hours would be deleted immediately. */
  #slotsOf(at: number): TimeSlot[] {
    const slots: TimeSlot[] = [
      { span: 'total', start: 0 },
      { span: 'day', start: at - (at % DAY_MS) },
    ];
    const hour = at - (at % HOUR_MS);
    if (hour >= this.#rules.now - HOURS_KEPT_DAYS * DAY_MS) slots.push({ span: 'hour', start: hour });
    return slots;
  }

  #slot({ span, start }: TimeSlot): SlotSum {
    const key = `${span}${start}`;
    let sum = this.slots.get(key);
    if (!sum) {
      sum = { span, start, clicks: 0, bots: 0, counts: new Map(), visitors: [] };
      this.slots.set(key, sum);
    }
    return sum;
  }
}
