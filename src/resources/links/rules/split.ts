import { nameOrPosition, type SplitVariant } from './routing-rule.ts';

// The finalizer of MurmurHash3: each bit of the input changes half of the bits of the result.
function mix(value: number): number {
  let bits = value ^ (value >>> 16);
  bits = Math.imul(bits, 0x85ebca6b);
  bits ^= bits >>> 13;
  bits = Math.imul(bits, 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mix(hash ^ text.length);
}

const TWO_32 = 2 ** 32;

/** A number between 0 and 1, both excluded, from a visitor and the seed of a variant. */
function drawNumber(visitor: number, seed: number): number {
  const low = mix(((visitor % TWO_32) | 0) ^ seed);
  const bits = mix(low ^ Math.imul(Math.floor(visitor / TWO_32) + 1, 0x9e3779b1));
  return ((bits >>> 0) + 0.5) / TWO_32;
}

/** Names that occur twice are numbered, because equal names would draw equal numbers. */
function keysOf(variants: readonly SplitVariant[]): string[] {
  const counts = new Map<string, number>();
  return variants.map((variant, index) => {
    const name = nameOrPosition(variant, index);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${count} ${name}`;
  });
}

/**
 * Returns the function that picks a variant for the hash of a visitor. Every variant draws a number by visitor, link and name, and
 * the weights decide which is best (weighted rendezvous hashing): a change of one weight moves as few visitors as possible, and
 * neither the order of the variants nor their destinations matter.
 */
export function compileSplit(linkId: number, variants: readonly SplitVariant[]): (visitor: number) => number {
  const seeds = keysOf(variants).map((key) => hashText(`${linkId} ${key}`));
  const weights = variants.map(({ weight }) => weight);
  return (visitor) => {
    let best = 0;
    let lowest = Number.POSITIVE_INFINITY;
    for (let index = 0; index < seeds.length; index += 1) {
      const score = -Math.log(drawNumber(visitor, seeds[index] as number)) / (weights[index] as number);
      if (score >= lowest) continue;
      best = index;
      lowest = score;
    }
    return best;
  };
}
