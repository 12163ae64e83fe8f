import { useEffect, useRef, useState } from 'react';
import { type Autosave, createAutosave, type SaveState } from './autosave.ts';
import { isOnline } from './online.ts';
import { hasSessionEnded, noteSessionEnd } from './query.ts';

interface Options<Draft> {
  /** The key that distinguishes two drafts. */
  keyOf(draft: Draft): string;
  /** Pauses saving, because the last change may still be undone. */
  isHeld?: boolean;
  save(draft: Draft): Promise<unknown>;
}

/** Saves the current draft as it changes, and again once the connection or the session is back. */
export function useAutosave<Draft>(
  draft: Draft,
  { keyOf, isHeld, save }: Options<Draft>,
): { state: SaveState; accept(draft: Draft): void } {
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const latestSave = useRef(save);
  latestSave.current = save;
  const autosave = useRef<Autosave<Draft>>(undefined);
  autosave.current ??= createAutosave({
    initial: draft,
    keyOf,
    onState: setState,
    save: (one) =>
      latestSave.current(one).catch((error) => {
        noteSessionEnd(error);
        throw error;
      }),
  });

  useEffect(() => {
    if (!isHeld) autosave.current?.change(draft);
  });
  useEffect(() => () => autosave.current?.stop(), []);

  const isConnected = isOnline.use();
  const isSessionEnded = hasSessionEnded.use();
  useEffect(() => {
    if (isConnected && !isSessionEnded) autosave.current?.retry();
  }, [isConnected, isSessionEnded]);

  return {
    state: isHeld && state.kind === 'saved' ? { kind: 'saving' } : state,
    accept: (one) => autosave.current?.accept(one),
  };
}
