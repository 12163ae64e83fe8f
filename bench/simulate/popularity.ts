const EXACT_RANKS = 10_000;
const BUCKET_RATIO = 1.01;

/** Sums a smooth function over the ranks 1 to `count`: the first ones exactly, the others in buckets that grow by one percent. */
export function sumOverRanks(count: number, valueAt: (rank: number) => number): number {
  let sum = 0;
  const exact = Math.min(count, EXACT_RANKS);
  for (let rank = 1; rank <= exact; rank += 1) sum += valueAt(rank);
  for (let from = exact; from < count; ) {
    const to = Math.min(count, Math.ceil(from * BUCKET_RATIO));
    // The ranks from + 1 to `to`; the geometric mean of the edges represents all of them.
    sum += (to - from) * valueAt(Math.sqrt((from + 0.5) * (to + 0.5)));
    from = to;
  }
  return sum;
}

/** How often each of many items is visited, by Zipf's law. */
export interface Popularity {
  count: number;
  /** The visits a second of the item with this rank, from 1. */
  rateAt(rank: number): number;
}

/** Distributes visits over items by Zipf's law: the second gets half as many as the first, the third a third. */
export function createPopularity(count: number, visitsPerSecond: number): Popularity {
  const sum = sumOverRanks(count, (rank) => 1 / rank);
  return { count, rateAt: (rank) => visitsPerSecond / (rank * sum) };
}

/** How many different items are visited within this time, if visits arrive at random. */
export function countVisited({ count, rateAt }: Popularity, seconds: number): number {
  return sumOverRanks(count, (rank) => -Math.expm1(-rateAt(rank) * seconds));
}

/** The time after which an unused entry leaves a cache of this many entries that drops the least recently used one. */
function timeInCache(popularity: Popularity, entries: number): number {
  if (entries >= popularity.count) return Number.POSITIVE_INFINITY;
  let [low, high] = [0, 1];
  while (countVisited(popularity, high) < entries) high *= 2;
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (countVisited(popularity, middle) < entries) low = middle;
    else high = middle;
  }
  return high;
}

/** The share of visits that find their link in a cache of this many entries without expiry (Che's approximation). */
export function hitRate(popularity: Popularity, entries: number): number {
  const seconds = timeInCache(popularity, entries);
  const visits = sumOverRanks(popularity.count, popularity.rateAt);
  const hits = sumOverRanks(popularity.count, (rank) => {
    const rate = popularity.rateAt(rank);
    return rate * -Math.expm1(-rate * seconds);
  });
  return hits / visits;
}
