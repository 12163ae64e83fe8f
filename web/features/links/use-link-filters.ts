import { useMemo } from 'react';
import { useSearchParams } from '../../lib/router.tsx';

export const filterNames = ['tag', 'channel', 'campaign', 'domain', 'status', 'type'] as const;

/** What the list can be narrowed by, beside its search. */
export type FilterName = (typeof filterNames)[number];

/** The filters of the list, which live in the address; the back button takes one back. */
export interface LinkFilterState {
  /** Those that are set. */
  values: Partial<Record<FilterName, string>>;
  /** '' takes it away. */
  set(name: FilterName, value: string): void;
  clear(): void;
}

/** Reads and writes the filters of the address. */
export function useLinkFilters(): LinkFilterState {
  const [params, change] = useSearchParams();
  return useMemo(
    () => ({
      values: Object.fromEntries(filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : []))),
      set: (name, value) =>
        change((next) => {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }),
      clear: () =>
        change((next) => {
          for (const name of filterNames) next.delete(name);
        }),
    }),
    [params, change],
  );
}
