import { useEffect } from 'react';
import { externalValue } from './external-value.ts';

interface Guard {
  /** Lets through what the page itself leads to, such as the screen of what was just made. */
  isInFront: boolean;
}

const guards = new Set<Guard>();

/** How to go on, while somebody is asked whether to leave something unsaved. */
export const askedToLeave = externalValue<(() => void) | undefined>(undefined);

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Asks before anything is lost that is on the screen and not saved: by a link, by the back button, or with the tab. */
export function useLeaveGuard(isUnsaved: boolean, { isInFront = false }: Partial<Guard> = {}): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const guard = { isInFront };
    guards.add(guard);
    addEventListener('beforeunload', warn);
    return () => {
      guards.delete(guard);
      if (guards.size === 0) removeEventListener('beforeunload', warn);
    };
  }, [isUnsaved, isInFront]);
}

/** Whether leaving must be asked for; `isByLink` tells a link of ours from the browser's own buttons. */
export function isGuarded(isByLink: boolean): boolean {
  return [...guards].some(({ isInFront }) => !(isByLink && isInFront));
}

/** Leaves, once whoever has something unsaved agrees. */
export function askToLeave(leave: () => void): void {
  askedToLeave.set(() => {
    guards.clear();
    removeEventListener('beforeunload', warn);
    askedToLeave.set(undefined);
    leave();
  });
}
