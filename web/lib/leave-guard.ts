import { useEffect, useState } from 'react';
import { externalValue } from './external-value.ts';

interface Guard {
  /** Allows links of the dashboard: a dialog covers them, so only its own code navigates, such as to a new item. */
  allowsLinks: boolean;
  /** A save is in progress, so the question may not be needed. */
  isSaving: boolean;
}

const guards = new Set<Guard>();

/** Continues the navigation that waits for the user's decision. */
export const askedToLeave = externalValue<(() => void) | undefined>(undefined);

/** How long to wait for a save in progress before asking. */
const ASK_AFTER_MS = 1_500;

let leaving: (() => void) | undefined;
let askTimer: ReturnType<typeof setTimeout> | undefined;

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function removeGuard(guard: Guard): void {
  guards.delete(guard);
  if (guards.size > 0) return;
  removeEventListener('beforeunload', warn);
  // Everything was saved in the meantime, so the navigation continues.
  queueMicrotask(() => leaving?.());
}

/** Asks before unsaved input is lost: by a link, the back button, or closing the tab. */
export function useLeaveGuard(
  isUnsaved: boolean,
  { allowsLinks = false, isSaving = false }: Partial<Guard> = {},
): void {
  const [guard] = useState<Guard>(() => ({ allowsLinks, isSaving }));
  guard.isSaving = isSaving;
  useEffect(() => {
    if (!isUnsaved) return;
    guards.add(guard);
    addEventListener('beforeunload', warn);
    return () => removeGuard(guard);
  }, [guard, isUnsaved]);
}

/** Whether navigation must be confirmed; `isByLink` distinguishes our links from the browser's buttons. */
export function isGuarded(isByLink: boolean): boolean {
  return [...guards].some(({ allowsLinks }) => !(isByLink && allowsLinks));
}

/** Cancels the navigation. */
export function cancelLeave(): void {
  clearTimeout(askTimer);
  leaving = undefined;
  askedToLeave.set(undefined);
}

/** Continues once nothing is unsaved, or once the user agrees. */
export function askToLeave(leave: () => void): void {
  cancelLeave();
  leaving = () => {
    guards.clear();
    removeEventListener('beforeunload', warn);
    cancelLeave();
    leave();
  };
  const areAllSaving = [...guards].every(({ isSaving }) => isSaving);
  askTimer = setTimeout(() => askedToLeave.set(leaving), areAllSaving ? ASK_AFTER_MS : 0);
}
