import { type ClickRecord, MAX_RECORD_BYTES, recordBytes, writeRecord } from './click-record.ts';
import { SEGMENT_BYTES, Segment } from './segment.ts';

// Up to this offset every record fits into the segment.
const ROOMY = SEGMENT_BYTES - MAX_RECORD_BYTES;

/** How far the journal is known to be written, where another thread can see it: segment and offset. */
export type SharedPosition = Int32Array<SharedArrayBuffer>;

/** A position before the first record. */
export function createSharedPosition(): SharedPosition {
  return new Int32Array(new SharedArrayBuffer(8));
}

/** Reads a position that another thread may be changing. */
export function readSharedPosition(writtenTo: SharedPosition): { segment: number; offset: number } {
  while (true) {
    const segment = Atomics.load(writtenTo, 0);
    const offset = Atomics.load(writtenTo, 1);
    if (Atomics.load(writtenTo, 0) === segment) return { segment, offset };
  }
}

/** What a journal is made with; the sizes are smaller in tests. */
export interface JournalRules {
  /** The next segment is made when this much of one is written. */
  prepareAt: number;
  /** Clicks that wait in memory while there is no room on the disk. */
  maxWaiting: number;
  syncEveryMs: number;
  retryEveryMs: number;
}

// Early: what waits in memory for a segment would be lost with the process.
const RULES: JournalRules = { prepareAt: SEGMENT_BYTES / 16, maxWaiting: 20_000, syncEveryMs: 200, retryEveryMs: 500 };

/**
 * Where clicks are kept until they are counted: files mapped into memory, so that what is written survives the process and costs no
 * system call. One process writes to it, one thread at a time.
 */
export class Journal {
  readonly writtenTo = createSharedPosition();
  /** Clicks written, and clicks for which there was no room. */
  written = 0;
  dropped = 0;
  readonly #folder: string;
  readonly #rules: JournalRules;
  readonly #onTrouble: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #waiting: ClickRecord[] = [];
  #segment: Segment;
  #at = 0;
  #next: Segment | undefined;
  #preparing: Promise<void> | undefined;
  #retryAtMs = 0;
  #unsynced = new Set<Segment>();
  #syncing: Promise<void> | undefined;
  #isClosed = false;

  private constructor(folder: string, first: Segment, rules: JournalRules, onTrouble: (error: unknown) => void) {
    this.#folder = folder;
    this.#segment = first;
    this.#rules = rules;
    this.#onTrouble = onTrouble;
    this.publish();
    this.#timer = setInterval(() => this.#tick(), rules.syncEveryMs);
    this.#timer.unref();
  }

  /** Begins a journal in an empty folder. */
  static async begin(
    folder: string,
    onTrouble: (error: unknown) => void,
    rules: Partial<JournalRules> = {},
  ): Promise<Journal> {
    return new Journal(folder, await Segment.make(folder, 1), { ...RULES, ...rules }, onTrouble);
  }

  /** Clicks that wait for room on the disk. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Keeps a click. Never throws and never waits. */
  append(click: ClickRecord): void {
    const offset = this.#at;
    if ((offset > ROOMY && offset + recordBytes(click) > SEGMENT_BYTES) || this.#waiting.length > 0) {
      this.#appendLater(click);
      return;
    }
    const { number, space } = this.#segment;
    const end = writeRecord(space, offset, click, number);
    this.#at = end;
    this.written += 1;
    if (end > this.#rules.prepareAt && this.#next === undefined) this.#prepare();
  }

  /** Brings everything to the disk; nothing may be appended afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#preparing;
    if (this.#waiting.length > 0) this.#turn();
    this.publish();
    await this.#sync();
    this.#segment.close();
    this.#next?.close();
    this.dropped += this.#waiting.length;
  }

  /** The way of a click for which this segment has no room. */
  #appendLater(click: ClickRecord): void {
    if (this.#waiting.length >= this.#rules.maxWaiting) {
      this.dropped += 1;
      return;
    }
    this.#waiting.push(click);
    this.#turn();
  }

  /** Goes on in the next segment, if there is one, with the clicks that waited for it. */
  #turn(): void {
    while (this.#waiting.length > 0) {
      const next = this.#next;
      if (!next) {
        this.#prepare();
        return;
      }
      this.#unsynced.add(this.#segment);
      this.#segment = next;
      this.#next = undefined;
      this.#at = 0;
      this.publish();
      const waiting = this.#waiting.splice(0);
      for (const click of waiting) this.append(click);
    }
  }

  /** Shows others how far it is written. Not at each click: to make sure that another thread sees memory in order takes time. */
  publish(): void {
    // The offset is written first: a reader of the new segment must not see the old offset.
    Atomics.store(this.writtenTo, 1, this.#at);
    Atomics.store(this.writtenTo, 0, this.#segment.number);
  }

  #prepare(): void {
    if (this.#preparing || this.#isClosed || performance.now() < this.#retryAtMs) return;
    this.#preparing = Segment.make(this.#folder, this.#segment.number + 1)
      .then(
        (segment) => {
          this.#next = segment;
        },
        (error) => {
          this.#retryAtMs = performance.now() + this.#rules.retryEveryMs;
          this.#onTrouble(error);
        },
      )
      .then(() => {
        this.#preparing = undefined;
        if (this.#waiting.length > 0) this.#turn();
      });
  }

  #tick(): void {
    this.publish();
    if (this.#waiting.length > 0) this.#turn();
    this.#sync().catch(this.#onTrouble);
  }

  #syncedTo = 0;

  async #sync(): Promise<void> {
    // One at a time: a slow disk must not gather a crowd.
    while (this.#syncing) await this.#syncing;
    const current = this.#segment;
    const stale = [...this.#unsynced];
    if (stale.length === 0 && this.written === this.#syncedTo) return;
    this.#syncedTo = this.written;
    this.#unsynced.clear();
    this.#syncing = Promise.all([...stale, current].map((segment) => segment.sync())).then(() => {
      for (const segment of stale) segment.close();
    });
    try {
      await this.#syncing;
    } finally {
      this.#syncing = undefined;
    }
  }
}
