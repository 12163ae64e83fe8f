import { useEffect, useRef } from 'react';
import { externalValue } from './external-value.ts';
import { useCanChange } from './workspaces.ts';

/** An action that is available anywhere on the screen: in the palette and, with a key, as a shortcut. */
export interface Action {
  id: string;
  name: string;
  /** `c`, `/`, `mod+k`, or a sequence: `g l`. */
  keys?: string;
  /** Another search term for the palette. */
  words?: string;
  /** Shown beside the name in the palette. */
  note?: string;
  /** It changes what the screen shows: it is absent for users whose role may not. */
  isChange?: boolean;
  run(): void;
}

/** Every action of the current screen. */
export const actions = externalValue<readonly Action[]>([]);

/** Registers an action while the component is mounted. */
export function useAction(action: Action, isAvailable = true): void {
  const latest = useRef(action);
  latest.current = action;
  const { id, name, keys, words, isChange } = action;
  const canChange = useCanChange();
  const isShown = isAvailable && (canChange || !isChange);
  useEffect(() => {
    if (!isShown) return;
    const registered: Action = { id, name, keys, words, run: () => latest.current.run() };
    actions.set([...actions.get().filter((other) => other.id !== id), registered]);
    return () => actions.set(actions.get().filter((other) => other !== registered));
  }, [id, name, keys, words, isShown]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

function keyOf(event: KeyboardEvent): string {
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : '';
  return mod + (event.key.length === 1 ? event.key.toLowerCase() : event.key);
}

const SEQUENCE_MS = 900;

/** Runs actions by their keys, as long as the page is open. */
export function listenForKeys(): () => void {
  let before = '';
  let beforeAt = 0;

  function onKey(event: KeyboardEvent): void {
    const key = keyOf(event);
    const isFree = !isTyping(event.target) && document.querySelector('dialog[open]') === null;
    if (event.defaultPrevented || event.altKey || (!isFree && !key.startsWith('mod+'))) return;
    const sequence = event.timeStamp - beforeAt < SEQUENCE_MS ? `${before} ${key}` : key;
    before = key;
    beforeAt = event.timeStamp;
    const found = [sequence, key].flatMap((keys) => actions.get().filter((action) => action.keys === keys))[0];
    if (!found) return;
    event.preventDefault();
    before = '';
    found.run();
  }

  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
