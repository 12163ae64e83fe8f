import type { Click } from './click.ts';
import { ClickBuffer } from './click-buffer.ts';
import type { ClickRecord } from './click-record.ts';
import type { EnrichedClicks } from './enrich-clicks.ts';
import { findUnwritable } from './find-unwritable.ts';
import type { Batch } from './journal-reader.ts';

// A larger batch costs less per click. It grows to 23 MB of memory, if that many clicks arrive before they are written.
const USUAL_CLICKS = 65_536;
const MAX_CLICKS = 262_144;
// The time that a write takes depends on its subjects more than on its clicks, and a request for statistics waits for it.
const MAX_SUBJECTS = 65_536;

interface EnrichedRecord {
  record: ClickRecord;
  click: Click;
}

/** Clicks that have been read from one journal and wait to be written. */
export class PendingBatch {
  readonly buffer = new ClickBuffer(USUAL_CLICKS);
  records = 0;
  /** The time of the last click. */
  lastAt = 0;
  /** Unreadable bytes, and clicks that cannot be counted. */
  broken: Buffer[] = [];
  /** Each click with its record; filled only if one of them may be unwritable. */
  #suspects: EnrichedRecord[] = [];

  get isEmpty(): boolean {
    return this.records === 0 && this.broken.length === 0;
  }

  get isFull(): boolean {
    return this.records >= MAX_CLICKS || this.buffer.subjectCount >= MAX_SUBJECTS;
  }

  add({ records, broken }: Batch, { clicks, failed }: EnrichedClicks, isSuspicious: boolean): void {
    this.records += records.length;
    this.lastAt = records.at(-1)?.at ?? this.lastAt;
    for (const click of clicks) this.buffer.add(click);
    for (const bytes of broken) this.broken.push(bytes);
    for (const { record } of failed) this.broken.push(toBytes(record));
    if (!isSuspicious) return;
    const failedRecords = new Set(failed.map(({ record }) => record));
    const enriched = records.filter((record) => !failedRecords.has(record));
    for (const [index, record] of enriched.entries()) this.#suspects.push({ record, click: clicks[index] as Click });
  }

  /** Removes the clicks that cannot be written, and returns how many there were. */
  async removeUnwritable(canWrite: (buffer: ClickBuffer) => Promise<boolean>): Promise<number> {
    const unwritable = await findUnwritable(this.#suspects, (some) => {
      const buffer = new ClickBuffer(some.length);
      for (const { click } of some) buffer.add(click);
      return canWrite(buffer);
    });
    if (unwritable.length === 0) return 0;
    this.buffer.clear();
    for (const suspect of this.#suspects) if (!unwritable.includes(suspect)) this.buffer.add(suspect.click);
    for (const { record } of unwritable) this.broken.push(toBytes(record));
    return unwritable.length;
  }

  clear(): void {
    this.buffer.clear();
    this.records = 0;
    this.lastAt = 0;
    this.broken = [];
    this.#suspects = [];
  }
}

function toBytes(record: ClickRecord): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}
