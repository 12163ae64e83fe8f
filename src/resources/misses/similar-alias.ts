/** Longer differences are not a slip of the finger. */
const MAX_DISTANCE = 2;

// Two of four characters would make almost every alias similar.
const MIN_LENGTH_FOR_TWO = 5;

/** The distance of the rests of two texts; anything above `most` is reported as one more. It must not allocate. */
function distanceFrom(left: string, leftAt: number, right: string, rightAt: number, most: number): number {
  let from = leftAt;
  let to = rightAt;
  while (from < left.length && left.charCodeAt(from) === right.charCodeAt(to)) {
    from += 1;
    to += 1;
  }
  const leftRest = left.length - from;
  const rightRest = right.length - to;
  if (leftRest === 0 || rightRest === 0) return Math.min(leftRest + rightRest, most + 1);
  if (most === 0 || Math.abs(leftRest - rightRest) > most) return most + 1;
  // The first characters differ, so one is replaced, missing, added or swapped with its neighbor.
  const isSwap =
    left.charCodeAt(from) === right.charCodeAt(to + 1) && left.charCodeAt(from + 1) === right.charCodeAt(to);
  const best = Math.min(
    distanceFrom(left, from + 1, right, to + 1, most - 1),
    distanceFrom(left, from + 1, right, to, most - 1),
    distanceFrom(left, from, right, to + 1, most - 1),
    isSwap ? distanceFrom(left, from + 2, right, to + 2, most - 1) : most,
  );
  return best + 1;
}

/**
 * How many characters differ: the insertions, deletions, replacements and swaps of neighbors that turn one text into the other.
 * Anything above `most` is reported as one more. Thousands of aliases are compared with hundreds of codes, so it must be fast.
 */
export function distanceOf(left: string, right: string, most = MAX_DISTANCE): number {
  return distanceFrom(left, 0, right, 0, most);
}

/** An alias, and the same in lower case. */
export interface FoldedAlias {
  alias: string;
  folded: string;
}

export function foldAlias(alias: string): FoldedAlias {
  return { alias, folded: alias.toLowerCase() };
}

/** The alias that a visitor most likely meant: the code itself, then one that differs by case, then by one or two characters. */
export function findSimilar(code: string, aliases: readonly FoldedAlias[]): string | undefined {
  const wanted = code.toLowerCase();
  const most = code.length >= MIN_LENGTH_FOR_TWO ? MAX_DISTANCE : 1;
  let best: { alias: string; rank: number } | undefined;
  for (const { alias, folded } of aliases) {
    if (alias === code) return alias;
    const distance = distanceOf(wanted, folded, most);
    if (distance > most) continue;
    if (best === undefined || distance < best.rank) best = { alias, rank: distance };
  }
  return best?.alias;
}
