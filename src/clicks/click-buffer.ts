import { dimensionIndex, dimensions } from '../rollups/dimension.ts';
import { type KeptRecords, keptClickBytes, writeKeptClick, writeKeptWord } from '../rollups/kept-clicks.ts';
import { HOUR_MS, nounCodes, type VisitedNoun, visitedNouns } from '../rollups/subject.ts';
import { type Click, isPerson } from './click.ts';

const DIMENSIONS = dimensions.length;
const BOT = dimensionIndex.bot;
const NONE = -1;
/** A place is the number of a text, and the dimension in this many bits. */
export const SECTION_BITS = 5;
// Marks a place as seen even if nothing is counted there; `TextTally` subtracts it.
export const SEEN = 1 << 30;

/** The clicks of one subject in one hour: a linked list of rows of the buffer. */
export interface HourClicks {
  /** When the hour begins, in epoch milliseconds. */
  hour: number;
  people: number;
  bots: number;
  /** The number of dimensions up to the last one that a click has a text of. Most clicks have none of the last dimensions. */
  sections: number;
  firstRow: number;
  lastRow: number;
}

/** The clicks of one visited subject. */
export interface SubjectClicks {
  noun: VisitedNoun;
  id: number;
  people: number;
  bots: number;
  /** Unsorted; there is nearly always only one. */
  hours: HourClicks[];
}

/**
 * Clicks in memory that have not been written to the store yet. They are stored in columns, because allocating an object for each
 * click would cost more than counting it. Each text is stored once; rows contain its number, or 0 if the value is unknown.
 */
export class ClickBuffer {
  size = 0;
  /** Indexed by number; 0 means no text. */
  readonly texts: string[] = [''];
  readonly #textNumbers = new Map<string, number>();
  readonly #subjects: Record<VisitedNoun, Map<number, SubjectClicks>>;
  #subjectCount = 0;
  #times: Float64Array;
  #visitors: Float64Array;
  #isPerson: Uint8Array;
  #textColumns: Uint32Array;
  #nextRow: Int32Array;

  constructor(capacity: number) {
    this.#subjects = { link: new Map(), qr: new Map(), bio: new Map(), block: new Map() };
    this.#times = new Float64Array(capacity);
    this.#visitors = new Float64Array(capacity);
    this.#isPerson = new Uint8Array(capacity);
    this.#textColumns = new Uint32Array(capacity * DIMENSIONS);
    this.#nextRow = new Int32Array(capacity);
  }

  get subjectCount(): number {
    return this.#subjectCount;
  }

  add(click: Click): void {
    if (this.size === this.#times.length) this.#grow();
    const row = this.size++;
    const { at, visitor, values } = click;
    this.#times[row] = at;
    this.#visitors[row] = visitor;
    this.#isPerson[row] = isPerson(click) ? 1 : 0;
    this.#nextRow[row] = NONE;
    const columns = this.#textColumns;
    let sections = 0;
    for (let section = 0, column = row * DIMENSIONS; section < DIMENSIONS; section += 1, column += 1) {
      const text = values[dimensions[section] as (typeof dimensions)[number]];
      columns[column] = text === undefined ? 0 : this.#numberOf(text);
      if (text !== undefined) sections = section + 1;
    }
    this.#link(row, click, sections);
  }

  clear(): void {
    this.size = 0;
    this.texts.length = 1;
    this.#textNumbers.clear();
    this.#subjectCount = 0;
    for (const noun of visitedNouns) this.#subjects[noun].clear();
  }

  /** All subjects in the order in which they are written. */
  listSubjects(): SubjectClicks[] {
    const inOrder = visitedNouns.toSorted((left, right) => nounCodes[left] - nounCodes[right]);
    return inOrder.flatMap((noun) => [...this.#subjects[noun].values()].sort((left, right) => left.id - right.id));
  }

  timeOf(row: number): number {
    return this.#times[row] as number;
  }

  visitorOf(row: number): number {
    return this.#visitors[row] as number;
  }

  isPersonAt(row: number): boolean {
    return this.#isPerson[row] === 1;
  }

  /** The number of a click's text in a dimension; 0 if the value is unknown. */
  textOf(row: number, section: number): number {
    return this.#textColumns[row * DIMENSIONS + section] as number;
  }

  /** Calls `visit` with each row of an hour, in the order of the clicks. */
  forEachRow({ firstRow }: HourClicks, visit: (row: number) => void): void {
    for (let row = firstRow; row !== NONE; row = this.#nextRow[row] as number) visit(row);
  }

  /**
   * Adds up the clicks of an hour. `counts` has a place for each text and dimension; places that were 0 before are appended to
   * `places`, visitors to `visitors`. For a bot only its kind is counted; its other texts get a place with a count of 0.
   */
  addUp({ firstRow, sections }: HourClicks, counts: Int32Array, places: number[], visitors: number[]): void {
    const texts = this.#textColumns;
    for (let row = firstRow; row !== NONE; row = this.#nextRow[row] as number) {
      const isPerson = this.#isPerson[row] === 1;
      if (isPerson) visitors.push(this.#visitors[row] as number);
      for (let section = 0, column = row * DIMENSIONS; section < sections; section += 1, column += 1) {
        const text = texts[column] as number;
        if (text === 0) continue;
        const place = (text << SECTION_BITS) | section;
        const count = counts[place] as number;
        if (count === 0) {
          places.push(place);
          counts[place] = SEEN;
        }
        if (isPerson || section === BOT) counts[place] = (counts[place] as number) + 1;
      }
    }
  }

  /** Writes the clicks of an hour in the format of kept clicks, and returns the end. `words` is indexed by text number. */
  writeKept({ firstRow, sections }: HourClicks, words: Float64Array, kept: KeptRecords, from: number): number {
    const { bytes, dimensionCount } = kept;
    const size = keptClickBytes(dimensionCount);
    let offset = from;
    for (let row = firstRow; row !== NONE; row = this.#nextRow[row] as number) {
      writeKeptClick(bytes, offset, this.#times[row] as number, this.#visitors[row] as number);
      for (let section = 0, column = row * DIMENSIONS; section < sections; section += 1, column += 1) {
        writeKeptWord(bytes, offset, section, words[this.#textColumns[column] as number] as number);
      }
      offset += size;
    }
    return offset;
  }

  #numberOf(text: string): number {
    const known = this.#textNumbers.get(text);
    if (known !== undefined) return known;
    const number = this.texts.push(text) - 1;
    this.#textNumbers.set(text, number);
    return number;
  }

  #link(row: number, click: Click, sections: number): void {
    const { noun, id, at } = click;
    const hour = at - (at % HOUR_MS);
    const people = isPerson(click) ? 1 : 0;
    const bots = 1 - people;
    let subject = this.#subjects[noun].get(id);
    if (!subject) {
      subject = { noun, id, people: 0, bots: 0, hours: [] };
      this.#subjects[noun].set(id, subject);
      this.#subjectCount += 1;
    }
    subject.people += people;
    subject.bots += bots;
    const last = subject.hours.at(-1);
    const sameHour = last?.hour === hour ? last : subject.hours.find((clicks) => clicks.hour === hour);
    if (!sameHour) {
      subject.hours.push({ hour, people, bots, sections, firstRow: row, lastRow: row });
      return;
    }
    sameHour.people += people;
    sameHour.bots += bots;
    if (sections > sameHour.sections) sameHour.sections = sections;
    this.#nextRow[sameHour.lastRow] = row;
    sameHour.lastRow = row;
  }

  #grow(): void {
    const grow = <Column extends { set(from: Column): void }>(from: Column, to: Column): Column => {
      to.set(from);
      return to;
    };
    const capacity = Math.max(1_024, this.#times.length * 2);
    this.#times = grow(this.#times, new Float64Array(capacity));
    this.#visitors = grow(this.#visitors, new Float64Array(capacity));
    this.#isPerson = grow(this.#isPerson, new Uint8Array(capacity));
    this.#textColumns = grow(this.#textColumns, new Uint32Array(capacity * DIMENSIONS));
    this.#nextRow = grow(this.#nextRow, new Int32Array(capacity));
  }
}
