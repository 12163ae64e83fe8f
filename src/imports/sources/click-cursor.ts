/** Which clicks of a link were sent, in the order of time: all before `until`, and the first `count` at that time. */
export interface ClickCursor {
  until: number;
  count: number;
}

/** The beginning of all clicks. */
export const NO_CLICKS: ClickCursor = { until: 0, count: 0 };

/** Moves behind clicks that follow the cursor, in the order of time. */
export function advanceCursor(cursor: ClickCursor, times: readonly number[]): ClickCursor {
  const until = times.at(-1);
  if (until === undefined) return cursor;
  const first = times.indexOf(until);
  const before = until === cursor.until ? cursor.count : 0;
  return { until, count: before + times.length - first };
}

/**
 * Returns a function that drops clicks which were sent. It gets the clicks at and after the time of the cursor in the order of time, in
 * any number of parts.
 */
export function createSentFilter(cursor: ClickCursor) {
  let left = cursor.count;
  return <Click extends { at: number }>(clicks: readonly Click[]): Click[] =>
    clicks.filter(({ at }) => {
      if (at !== cursor.until) return at > cursor.until;
      left -= 1;
      return left < 0;
    });
}

export function writeClickCursor({ until, count }: ClickCursor): string {
  return `${until} ${count}`;
}

/** Reads a cursor; the beginning, if there is none. */
export function readClickCursor(state: string | undefined): ClickCursor {
  const [until = 0, count = 0] = (state ?? '').split(' ').map(Number);
  return state === undefined ? NO_CLICKS : { until, count };
}
