import { useMemo, useState } from 'react';

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
  return useMemo(
    () => ({
      ids,
      toggle(id) {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setIds(next);
      },
      set: (chosen) => setIds(new Set(chosen)),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}
