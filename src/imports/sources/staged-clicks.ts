import type { Statement } from 'bun:sqlite';
import type { SourceClick, SourceHistory } from '../source.ts';
import { advanceCursor, readClickCursor, writeClickCursor } from './click-cursor.ts';
import { CLICKS_AT_ONCE } from './dump-source.ts';

/** A row of a table of clicks. */
interface ClickRow {
  at: number;
}

/** Reads the clicks of a link from a staged table. */
export interface StagedClicks<Row extends ClickRow> {
  /** Gets the link, the first time, how many rows to skip, and how many to read; sorts by time. */
  rows: Statement<Row, [link: string | number, until: number, skip: number, limit: number]>;
  toClick(row: Row): SourceClick;
}

/** Yields the clicks of a link after `state` in parts; the last part has the total. */
export function* readStagedClicks<Row extends ClickRow>(
  { rows, toClick }: StagedClicks<Row>,
  { key, ref, total, state }: { key: string | number; ref: string; total: number; state: string | undefined },
): Generator<SourceHistory> {
  for (let cursor = readClickCursor(state); ; ) {
    const found = rows.all(key, cursor.until, cursor.count, CLICKS_AT_ONCE);
    cursor = advanceCursor(
      cursor,
      found.map(({ at }) => at),
    );
    const isLast = found.length < CLICKS_AT_ONCE;
    const next = writeClickCursor(cursor);
    const changed = next === state ? {} : { state: next };
    yield { ref, clicks: found.map(toClick), counts: [], ...changed, ...(isLast && { total }) };
    if (isLast) return;
  }
}
