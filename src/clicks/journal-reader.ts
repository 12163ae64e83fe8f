import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import {
  type ClickRecord,
  MAX_RECORD_BYTES,
  type RecordSpace,
  readRecord,
  recordSpaceOf,
  stepOver,
} from './click-record.ts';
import { readSharedPosition, type SharedPosition } from './journal.ts';
import { deleteSegment, listSegments, SEGMENT_BYTES, segmentPath } from './segment.ts';

/** A position in a journal. */
export interface Position {
  segment: number;
  offset: number;
}

/** Whether the first position is at or after the second one. */
export function hasReached(reached: Position, wanted: Position): boolean {
  return reached.segment > wanted.segment || (reached.segment === wanted.segment && reached.offset >= wanted.offset);
}

/** Some clicks of a journal, in order. */
export interface Batch {
  records: ClickRecord[];
  /** Bytes that cannot be read as records. */
  broken: Buffer[];
  /** Where the next batch begins. */
  end: Position;
}

// The maximum that is read for one batch. The records of a batch take about half of it; the rest is read again with the next one.
const CHUNK_BYTES = 512 * 1024;
const ALIGNMENT = 4;
// Small enough to stay in the CPU cache.
const ZEROS = Buffer.alloc(64 * 1024);

/** Reads the records of one journal in order, while it is written or after its writer has ended. */
export class JournalReader {
  readonly #folder: string;
  /** How far it may be read; undefined if no process writes to it anymore. */
  readonly #writtenTo: SharedPosition | undefined;
  readonly #chunk = Buffer.from(new ArrayBuffer(CHUNK_BYTES));
  readonly #space = recordSpaceOf(this.#chunk);
  #wipedTo: Position;
  #readTo: Position;
  #file: { segment: number; handle: number } | undefined;

  constructor(folder: string, position: Position, writtenTo?: SharedPosition) {
    this.#folder = folder;
    this.#wipedTo = position;
    this.#readTo = position;
    this.#writtenTo = writtenTo;
  }

  /** Everything before this position is counted and wiped. */
  get wipedTo(): Position {
    return this.#wipedTo;
  }

  /** Where the next read begins. */
  get readTo(): Position {
    return this.#readTo;
  }

  /** Reads up to `limit` records, none after `until`; undefined if there are none. */
  async read(limit: number, until?: Position): Promise<Batch | undefined> {
    while (!until || !hasReached(this.#readTo, until)) {
      const { segment, offset } = this.#readTo;
      const writtenTo = this.#writtenTo && readSharedPosition(this.#writtenTo);
      const isFinal = !writtenTo || writtenTo.segment > segment;
      const writtenEnd = isFinal ? SEGMENT_BYTES : writtenTo.offset;
      const end = until?.segment === segment ? Math.min(writtenEnd, until.offset) : writtenEnd;
      const handle = segment > 0 ? this.#open(segment) : undefined;
      if (handle !== undefined && offset < end) {
        const batch = this.#scan(handle, { segment, offset }, end, isFinal, limit);
        this.#readTo = batch.end;
        if (batch.records.length > 0 || batch.broken.length > 0) return batch;
        // A file may be shorter than a segment: a process may be killed between truncating and deleting it.
        if (batch.end.offset > offset && batch.end.offset < end) continue;
      }
      if (!isFinal || until?.segment === segment) return undefined;
      const next = (await listSegments(this.#folder)).find((number) => number > segment);
      if (next === undefined) return undefined;
      this.#readTo = { segment: next, offset: 0 };
    }
    return undefined;
  }

  /** Restarts at a position before which everything is counted. */
  async restartAt(position: Position): Promise<void> {
    if (!hasReached(this.#wipedTo, position)) await this.wipeTo(position);
    this.#readTo = this.#wipedTo;
  }

  /** Overwrites everything before this position, which must be counted: the bytes contain addresses. */
  async wipeTo(end: Position): Promise<void> {
    const { segment, offset } = this.#wipedTo;
    this.#wipedTo = end;
    if (end.segment === segment) {
      this.#wipe(segment, offset, end.offset);
      return;
    }
    this.close();
    const passed = (await listSegments(this.#folder)).filter((number) => number < end.segment);
    for (const number of passed) await deleteSegment(this.#folder, number);
    this.#wipe(end.segment, 0, end.offset);
  }

  close(): void {
    if (this.#file) closeSync(this.#file.handle);
    this.#file = undefined;
  }

  #open(segment: number): number | undefined {
    if (this.#file?.segment === segment) return this.#file.handle;
    this.close();
    try {
      const handle = openSync(segmentPath(this.#folder, segment), 'r+');
      this.#file = { segment, handle };
      return handle;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  #scan(handle: number, from: Position, end: number, isFinal: boolean, limit: number): Batch {
    const { segment, offset } = from;
    const records: ClickRecord[] = [];
    const broken: Buffer[] = [];
    const chunk = this.#chunk;
    const wanted = Math.min(CHUNK_BYTES, end - offset);
    const length = readSync(handle, chunk, 0, wanted, offset);
    // A record that begins later may extend beyond the bytes that were read.
    const startsBefore = length < wanted || offset + length >= end ? length : length - MAX_RECORD_BYTES;
    let at = 0;
    while (records.length < limit && at < startsBefore) {
      const step = stepOver(this.#space, at, length, segment);
      if (step > 0) {
        const record = readRecord(this.#space, at);
        if (record) records.push(record);
        else broken.push(Buffer.from(chunk.subarray(at, at + step)));
        at += step;
        continue;
      }
      const next = findNext(this.#space, at, startsBefore, length, segment);
      // Zeros at the end of a segment were never written; zeros anywhere else mean lost records.
      const isUnwritten = isFinal && next === startsBefore && isZero(chunk, at, next);
      if (!isUnwritten) broken.push(Buffer.from(chunk.subarray(at, next)));
      at = next;
    }
    return { records, broken, end: { segment, offset: offset + at } };
  }

  #wipe(segment: number, from: number, to: number): void {
    const handle = this.#open(segment);
    if (handle === undefined) return;
    for (let at = from; at < to; at += ZEROS.length) writeSync(handle, ZEROS, 0, Math.min(ZEROS.length, to - at), at);
  }
}

/** Where the next valid record begins, or the end of the search. */
function findNext(space: RecordSpace, from: number, startsBefore: number, length: number, segment: number): number {
  let at = from + ALIGNMENT;
  while (at < startsBefore && stepOver(space, at, length, segment) <= 0) at += ALIGNMENT;
  return Math.min(at, startsBefore);
}

function isZero(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (bytes[at] !== 0) return false;
  return true;
}
