import type { List } from './query.ts';

/** Filters a list by the words of a search; for short lists, which the API does not search. */
export function filterList<Row>(list: List<Row>, search: string, textOf: (row: Row) => string): List<Row> {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return list;
  const rows = list.rows.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return { ...list, rows, total: rows.length };
}
