import { createThreadYield } from './thread-yield.ts';

const ITEMS_AT_ONCE = 500;

/** Sorts as `toSorted` does, by merging short sorted lists, and yields to the event loop in between. */
export async function sortInSteps<Item>(
  items: readonly Item[],
  compare: (left: Item, right: Item) => number,
): Promise<Item[]> {
  const yieldThread = createThreadYield();

  async function merge(left: Item[], right: Item[]): Promise<Item[]> {
    const merged: Item[] = [];
    let [fromLeft, fromRight] = [0, 0];
    while (fromLeft < left.length && fromRight < right.length) {
      const [one, other] = [left[fromLeft] as Item, right[fromRight] as Item];
      // Of equal items the left one comes first, so the order is stable.
      if (compare(one, other) <= 0) {
        merged.push(one);
        fromLeft += 1;
      } else {
        merged.push(other);
        fromRight += 1;
      }
      if (merged.length % ITEMS_AT_ONCE === 0) await yieldThread();
    }
    return merged.concat(left.slice(fromLeft), right.slice(fromRight));
  }

  let runs: Item[][] = [];
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    runs.push(items.slice(start, start + ITEMS_AT_ONCE).sort(compare));
    await yieldThread();
  }
  while (runs.length > 1) {
    const longer: Item[][] = [];
    for (let at = 0; at < runs.length; at += 2) longer.push(await merge(runs[at] ?? [], runs[at + 1] ?? []));
    runs = longer;
  }
  return runs[0] ?? [];
}
