import { useEffect, useRef } from 'react';

/** Moves the focus after the next rendering, to an element that is just being added or next to one that is removed. */
export function useNextFocus<Box extends HTMLElement>() {
  const box = useRef<Box>(null);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    box.current?.querySelector<HTMLElement>(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return {
    /** The element that is searched. */
    box,
    focusNext(selector: string): void {
      wanted.current = selector;
    },
  };
}
