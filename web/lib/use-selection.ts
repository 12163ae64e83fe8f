import { useCallback, useMemo, useState } from 'react';

/** Which rows of a table are chosen, by their numbers. */
export interface Selection {
  ids: ReadonlySet<number>;
  toggle(id: number): void;
  /** Chooses exactly these. */
  set(ids: Iterable<number>): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  // These stay the same, so that a row is drawn anew only where it is chosen or let go.
  const toggle = useCallback((id: number) => {
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const set = useCallback((chosen: Iterable<number>) => setIds(new Set(chosen)), []);
  const clear = useCallback(() => setIds((before) => (before.size === 0 ? before : new Set())), []);
  return useMemo(() => ({ ids, toggle, set, clear }), [ids, toggle, set, clear]);
}
