import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../lib/texts.ts';
import { type DragStyle, useDrag } from './use-drag.ts';

interface Options {
  /** The key of each row, in order. */
  keys: readonly number[];
  /** The name of a row for screen readers. */
  nameOf(index: number): string;
  onMove(from: number, to: number): void;
}

/** The props of a row's drag handle. */
export interface HandleProps {
  ref(element: HTMLButtonElement | null): void;
  'aria-pressed': boolean;
  'aria-describedby': string;
  onKeyDown(event: KeyboardEvent): void;
  onBlur(): void;
  onPointerDown(event: PointerEvent<HTMLElement>): void;
}

/** Reorders rows: by dragging a handle, or with Space and the arrow keys. */
export function useReorder({ keys, nameOf, onMove }: Options) {
  const t = useTexts('ui');
  const hintId = useId();
  const [announcement, setAnnouncement] = useState('');
  const [grabbed, setGrabbed] = useState<{ key: number; from: number }>();
  const handles = useRef(new Map<number, HTMLButtonElement>());
  const toFocus = useRef<number>(undefined);
  const count = keys.length;

  useEffect(() => {
    if (toFocus.current === undefined) return;
    handles.current.get(toFocus.current)?.focus();
    toFocus.current = undefined;
  });

  function move(from: number, to: number, say = t.movedTo): void {
    const key = keys[from];
    if (key === undefined || to < 0 || to >= keys.length) return;
    setAnnouncement(say({ name: nameOf(from), place: to + 1, count }));
    if (from === to) return;
    // An element that moves in the document loses the focus.
    toFocus.current = key;
    onMove(from, to);
  }

  const drag = useDrag((from, to) => move(from, to, t.dropped));

  function onKeyDown(event: KeyboardEvent, index: number, key: number): void {
    const isGrabbed = grabbed?.key === key;
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      setAnnouncement((isGrabbed ? t.dropped : t.grabbed)({ name: nameOf(index), place: index + 1, count }));
      setGrabbed(isGrabbed ? undefined : { key, from: index });
    } else if (isGrabbed && step !== undefined) {
      move(index, index + step);
    } else if (isGrabbed && event.key === 'Escape') {
      move(index, grabbed.from, t.moveCanceled);
      setGrabbed(undefined);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    /** Announced to screen readers by an element that is always present. */
    announcement,
    hint: { id: hintId, text: t.reorderHint },
    move,
    /** The offset of a row while one is dragged. */
    styleOf: (index: number): DragStyle => drag.styleOf(index),
    isGrabbed: (index: number) => grabbed !== undefined && grabbed.key === keys[index],
    handleOf(index: number): HandleProps {
      const key = keys[index] ?? 0;
      return {
        ref(element) {
          if (element) handles.current.set(key, element);
          else handles.current.delete(key);
        },
        'aria-pressed': grabbed?.key === key,
        'aria-describedby': hintId,
        onKeyDown: (event) => onKeyDown(event, index, key),
        onBlur: () => {
          if (toFocus.current === undefined) setGrabbed(undefined);
        },
        onPointerDown: (event) => drag.start(event, index),
      };
    },
  };
}
