import type { ColumnSort } from '../../ui/table-row.tsx';

/** The orders of the list as they are in the URL; '' is by creation date, newest first. */
export const linkOrders = ['', 'oldest', 'click', 'fewest'] as const;

export type ListOrder = (typeof linkOrders)[number];

const QUERIES = {
  '': { order: 'created' },
  oldest: { order: 'created', direction: 'asc' },
  click: { order: 'click' },
  fewest: { order: 'click', direction: 'asc' },
} as const;

/** The query of an order. All users' links have no index by creation date, so they are newest first by id. */
export function orderQuery(order: ListOrder, isAll: boolean): { order?: string; direction?: string } {
  return isAll && order === '' ? {} : QUERIES[order];
}

/** The sorting of a column, whose first click sorts it in its `first` order and the next one in the opposite order. */
export function sortOf(
  current: ListOrder,
  [first, opposite]: readonly [ListOrder, ListOrder],
  choose: (order: ListOrder) => void,
): ColumnSort {
  return {
    direction: { [first]: 'descending' as const, [opposite]: 'ascending' as const }[current as string],
    onSort: () => choose(current === first ? opposite : first),
  };
}

/** Reads an order from the URL; any other text means the default. */
export function readOrder(text: string): ListOrder {
  return linkOrders.find((order) => order === text) ?? '';
}
