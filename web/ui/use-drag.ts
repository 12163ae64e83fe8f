import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';

/** The style of a row while a row of its list is dragged. */
export interface DragStyle {
  className: string;
  style: CSSProperties | undefined;
}

interface Drag {
  from: number;
  to: number;
  /** The distance of the dragged row from its start. */
  by: number;
  /** The distance by which other rows move to make room. */
  room: number;
}

interface Row {
  top: number;
  bottom: number;
}

// Within this distance of its edge, the page or the sheet around the list scrolls.
const EDGE_PX = 80;
const SCROLL_PX = 9;

function placeOf(rows: Row[], from: number, by: number): number {
  const dragged = rows[from];
  if (!dragged) return from;
  const middleOf = ({ top, bottom }: Row) => (top + bottom) / 2;
  const below = rows.slice(from + 1).filter((row) => dragged.bottom + by > middleOf(row)).length;
  const above = rows.slice(0, from).filter((row) => dragged.top + by < middleOf(row)).length;
  return from + below - above;
}

/** What scrolls the list: a sheet, or the page. */
function scrollerOf(list: Element): Element {
  for (let around = list.parentElement; around && around !== document.body; around = around.parentElement) {
    const canScroll = /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (canScroll && around.scrollHeight > around.clientHeight) return around;
  }
  return document.documentElement;
}

function measure(list: Element, scrolled: number): Row[] {
  return [...list.children].map((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return { top: top + scrolled, bottom: bottom + scrolled };
  });
}

/** Drags the rows of a list by mouse or touch; `onDrop` receives the position where a row was dropped. */
export function useDrag(onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const stop = useRef<() => void>(undefined);
  const drop = useRef(onDrop);
  drop.current = onDrop;
  useEffect(() => () => stop.current?.(), []);

  function start(event: PointerEvent<HTMLElement>, from: number): void {
    const handle: HTMLElement = event.currentTarget;
    const list = handle.closest('ol, ul');
    if (event.button !== 0 || !list) return;
    const scroller = scrollerOf(list);
    const rows = measure(list, scroller.scrollTop);
    const [first, second] = rows;
    const gap = first && second ? second.top - first.bottom : 0;
    const own = rows[from];
    const room = own ? own.bottom - own.top + gap : 0;
    const startY = event.clientY + scroller.scrollTop;
    let { clientY } = event;
    let to = from;
    let ticking = requestAnimationFrame(tick);
    const ending = new AbortController();
    const { signal } = ending;

    function follow(): void {
      const by = clientY + scroller.scrollTop - startY;
      to = placeOf(rows, from, by);
      setDrag({ from, to, by, room });
    }

    function tick(): void {
      const { top, bottom } = scroller.getBoundingClientRect();
      const isAbove = clientY < Math.max(top, 0) + EDGE_PX;
      const isBelow = clientY > Math.min(bottom, innerHeight) - EDGE_PX;
      const step = isAbove ? -SCROLL_PX : isBelow ? SCROLL_PX : 0;
      if (step !== 0) {
        scroller.scrollBy(0, step);
        follow();
      }
      ticking = requestAnimationFrame(tick);
    }

    function end(isDropped: boolean): void {
      cancelAnimationFrame(ticking);
      ending.abort();
      stop.current = undefined;
      setDrag(undefined);
      if (isDropped) drop.current(from, to);
    }

    handle.setPointerCapture(event.pointerId);
    handle.addEventListener(
      'pointermove',
      (moved) => {
        clientY = moved.clientY;
        follow();
      },
      { signal },
    );
    handle.addEventListener('pointerup', () => end(to !== from), { signal });
    handle.addEventListener('pointercancel', () => end(false), { signal });
    handle.addEventListener('lostpointercapture', () => end(false), { signal });
    stop.current = () => end(false);
    setDrag({ from, to, by: 0, room });
  }

  function styleOf(index: number): DragStyle {
    if (!drag) return { className: '', style: undefined };
    const { from, to, by, room } = drag;
    if (index === from) return { className: 'is-dragged', style: { transform: `translateY(${by}px)` } };
    const shift = index > from && index <= to ? -room : index < from && index >= to ? room : 0;
    return { className: 'is-beside', style: { transform: `translateY(${shift}px)` } };
  }

  return { start, styleOf };
}
