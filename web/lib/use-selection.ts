import { useCallback, useMemo, useState } from 'react';

/** The ids of the selected rows of a table. */
export interface Selection {
  ids: ReadonlySet<number>;
  toggle(id: number): void;
  /** Selects exactly these. */
  set(ids: Iterable<number>): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  // Stable functions, so that a row re-renders only when its own selection changes.
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
