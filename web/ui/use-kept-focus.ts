import { type RefObject, useLayoutEffect } from 'react';

/** Moves the focus when a render removes the focused element inside `ref`, such as the button of a deleted row: to what `findNext` returns. */
export function useKeptFocus(ref: RefObject<HTMLElement | null>, findNext: () => HTMLElement | null | undefined): void {
  // Read while rendering: after the commit the element is gone.
  const held = ref.current?.contains(document.activeElement) ? document.activeElement : null;
  useLayoutEffect(() => {
    if (held && !held.isConnected) findNext()?.focus();
  });
}
