import { useMemo } from 'react';
import { useSearchParams } from '../../lib/router.tsx';
import type { EntrySelection } from './breakdowns.tsx';
import type { ChartFilters } from './use-stats.ts';
import { type ChartDimension, chartDimensions } from './words.ts';

/** One selected entry. */
export interface Chosen {
  dimension: ChartDimension;
  word: string;
}

/** The selected entries, kept in the URL under the API's filter names. */
export interface Filtering extends EntrySelection {
  chosen: Chosen[];
  filters: ChartFilters;
  clear(): void;
}

function nameOf(dimension: ChartDimension): string {
  return `filter[${dimension}]`;
}

/** The filters in the URL; selecting an entry again removes it. */
export function useFilters(): Filtering {
  const [params, change] = useSearchParams();
  return useMemo(() => {
    const chosen = chartDimensions.flatMap((dimension) =>
      params.getAll(nameOf(dimension)).map((word) => ({ dimension, word })),
    );
    const isChosen = (dimension: ChartDimension, word: string) =>
      chosen.some((one) => one.dimension === dimension && one.word === word);
    return {
      chosen,
      filters: Object.fromEntries(
        chartDimensions
          .map((dimension) => [nameOf(dimension), params.getAll(nameOf(dimension))] as const)
          .filter(([, words]) => words.length > 0),
      ),
      isChosen,
      choose: (dimension, word) =>
        change((next) => {
          if (isChosen(dimension, word)) next.delete(nameOf(dimension), word);
          else next.set(nameOf(dimension), word);
        }),
      clear: () =>
        change((next) => {
          for (const dimension of chartDimensions) next.delete(nameOf(dimension));
        }),
    };
  }, [params, change]);
}
