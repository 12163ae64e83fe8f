import { useEffect, useState } from 'react';
import { externalValue } from './external-value.ts';

interface Guard {
  /** Lets through what the page itself leads to, such as the screen of what was just made. */
  isInFront: boolean;
  /** It is being saved, so that there may be nothing to ask. */
  isSaving: boolean;
}

const guards = new Set<Guard>();

/** How to go on, while somebody is asked whether to leave something unsaved. */
export const askedToLeave = externalValue<(() => void) | undefined>(undefined);

/** So long it is waited for what is being saved, before anybody is asked. */
const PATIENCE_MS = 1_500;

let leaving: (() => void) | undefined;
let patience: ReturnType<typeof setTimeout> | undefined;

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function removeGuard(guard: Guard): void {
  guards.delete(guard);
  if (guards.size > 0) return;
  removeEventListener('beforeunload', warn);
  // Whoever wanted to leave can: in the meantime all was saved.
  queueMicrotask(() => leaving?.());
}

/** Asks before anything is lost that is on the screen and not saved: by a link, by the back button, or with the tab. */
export function useLeaveGuard(isUnsaved: boolean, { isInFront = false, isSaving = false }: Partial<Guard> = {}): void {
  const [guard] = useState<Guard>(() => ({ isInFront, isSaving }));
  guard.isSaving = isSaving;
  useEffect(() => {
    if (!isUnsaved) return;
    guards.add(guard);
    addEventListener('beforeunload', warn);
    return () => removeGuard(guard);
  }, [guard, isUnsaved]);
}

/** Whether leaving must be asked for; `isByLink` tells a link of ours from the browser's own buttons. */
export function isGuarded(isByLink: boolean): boolean {
  return [...guards].some(({ isInFront }) => !(isByLink && isInFront));
}

/** Stays, whatever was asked. */
export function stayHere(): void {
  clearTimeout(patience);
  leaving = undefined;
  askedToLeave.set(undefined);
}

/** Leaves as soon as nothing is unsaved any more, or whoever has something unsaved agrees. */
export function askToLeave(leave: () => void): void {
  stayHere();
  leaving = () => {
    guards.clear();
    removeEventListener('beforeunload', warn);
    stayHere();
    leave();
  };
  const isSoonDone = [...guards].every(({ isSaving }) => isSaving);
  patience = setTimeout(() => askedToLeave.set(leaving), isSoonDone ? PATIENCE_MS : 0);
}
