import { useMemo } from 'react';
import { useSearchParams } from '../../lib/router.tsx';

export const filterNames = ['tag', 'channel', 'campaign', 'domain', 'status', 'type'] as const;

/** The filters of the list, besides its search. */
export type FilterName = (typeof filterNames)[number];

/** The filters, kept in the URL; the back button undoes a change. */
export interface LinkFilterState {
  /** The active ones. */
  values: Partial<Record<FilterName, string>>;
  /** '' removes it. */
  set(name: FilterName, value: string): void;
  clear(): void;
}

/** Reads and writes the filters in the URL. */
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
