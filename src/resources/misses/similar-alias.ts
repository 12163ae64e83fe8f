/** Longer differences are not a slip of the finger. */
const MAX_DISTANCE = 2;

// Two of four characters would make almost every alias similar.
const MIN_LENGTH_FOR_TWO = 5;

/**
 * How many characters differ: the insertions, deletions, replacements and swaps of neighbors that turn one text into the other.
 * Anything above two is reported as three.
 */
export function distanceOf(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > MAX_DISTANCE) return MAX_DISTANCE + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
      current.push(best);
    }
    if (Math.min(...current) > MAX_DISTANCE) return MAX_DISTANCE + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[right.length] ?? 0, MAX_DISTANCE + 1);
}

/** The alias that a visitor most likely meant: the code itself, then one that differs by case, then by one or two characters. */
export function findSimilar(code: string, aliases: Iterable<string>): string | undefined {
  const folded = code.toLowerCase();
  const most = code.length >= MIN_LENGTH_FOR_TWO ? MAX_DISTANCE : 1;
  let best: { alias: string; rank: number } | undefined;
  for (const alias of aliases) {
    if (alias === code) return alias;
    const distance = Math.abs(alias.length - code.length) > most ? most + 1 : distanceOf(folded, alias.toLowerCase());
    if (distance > most) continue;
    if (best === undefined || distance < best.rank) best = { alias, rank: distance };
  }
  return best?.alias;
}
