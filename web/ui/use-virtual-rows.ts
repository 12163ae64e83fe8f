import { type RefObject, useLayoutEffect, useState } from 'react';

const EXTRA_ROWS = 8;

interface Range {
  start: number;
  end: number;
}

/** Which rows are visible, plus a few around them; all have one height, and the window scrolls. */
export function useVirtualRows(ref: RefObject<HTMLElement | null>, count: number, rowHeight: number): Range {
  const [range, setRange] = useState<Range>({ start: 0, end: Math.min(count, 30) });

  useLayoutEffect(() => {
    function measure(): void {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      const start = Math.max(0, Math.floor(-top / rowHeight) - EXTRA_ROWS);
      // The first rows of a table below the screen exist too: screen readers and the search of the browser find them.
      const end = Math.min(count, Math.max(0, Math.ceil((innerHeight - top) / rowHeight)) + EXTRA_ROWS);
      setRange((before) => (before.start === start && before.end === end ? before : { start, end }));
    }
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [ref, count, rowHeight]);

  return { start: Math.min(range.start, count), end: Math.min(Math.max(range.end, range.start), count) };
}
