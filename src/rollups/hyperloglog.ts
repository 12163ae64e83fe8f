// Each register is one byte. The low 14 bits of a visitor select the register; the upper 34 are its random bits.
const INDEX_BITS = 14;
const RANDOM_BITS = 48 - INDEX_BITS;

/** The number of registers; the standard error is 1.04 / √16384 = 0.81 %. */
export const REGISTER_COUNT = 2 ** INDEX_BITS;

/** Adds a visitor to the registers at `offset`. Adding the same visitor again changes nothing. */
export function addToRegisters(bytes: Uint8Array, offset: number, visitor: number): void {
  // Two halves of 24 bits, because the engine computes with 32-bit integers faster than with doubles.
  const high = (visitor / 2 ** 24) | 0;
  const low = (visitor - high * 2 ** 24) | 0;
  const register = offset + (low & (REGISTER_COUNT - 1));
  // The number of leading zeros in the 34 bits, plus one: 24 of the bits are in `high`, ten in the rest of `low`.
  const rank = high === 0 ? Math.clz32(low >>> INDEX_BITS) + 3 : Math.clz32(high) - 7;
  if (rank > (bytes[register] as number)) bytes[register] = rank;
}

/** Replaces the first registers with the union of both. */
export function uniteRegisters(bytes: Uint8Array, others: Uint8Array, offset: number): void {
  for (let register = offset; register < offset + REGISTER_COUNT; register += 1) {
    const rank = others[register] as number;
    if (rank > (bytes[register] as number)) bytes[register] = rank;
  }
}

/** The term of the estimator for registers that are still 0; `share` is their fraction of all registers. */
function sigma(share: number): number {
  if (share === 1) return Number.POSITIVE_INFINITY;
  let power = share;
  let weight = 1;
  let sum = share;
  for (;;) {
    power *= power;
    const next = sum + power * weight;
    if (next === sum) return sum;
    sum = next;
    weight *= 2;
  }
}

/** The term of the estimator for registers at the highest rank; `share` is the fraction of registers below it. */
function tau(share: number): number {
  if (share === 0 || share === 1) return 0;
  let root = share;
  let weight = 1;
  let sum = 1 - share;
  for (;;) {
    root = Math.sqrt(root);
    weight /= 2;
    const next = sum - (1 - root) ** 2 * weight;
    if (next === sum) return sum / 3;
    sum = next;
  }
}

/** Ertl's improved estimator (arXiv 1702.01284), unbiased up to 2^48; `histogram` has the number of registers for each rank. */
function estimate(histogram: Int32Array): number {
  const shareOf = (rank: number) => (histogram[rank] as number) / REGISTER_COUNT;
  let sum = tau(1 - shareOf(RANDOM_BITS + 1));
  for (let rank = RANDOM_BITS; rank >= 1; rank -= 1) sum = (sum + shareOf(rank)) / 2;
  sum += sigma(shareOf(0));
  return REGISTER_COUNT / (2 * Math.LN2 * sum);
}

/** Estimates how many unique visitors were added. */
export function estimateVisitors(bytes: Uint8Array, offset: number): number {
  const histogram = new Int32Array(RANDOM_BITS + 2);
  for (let register = offset; register < offset + REGISTER_COUNT; register += 1) {
    const rank = bytes[register] as number;
    histogram[rank] = (histogram[rank] as number) + 1;
  }
  return estimate(histogram);
}

/** Estimates the visitors of the second sketch and of the union. One loop over both is cheaper than two. */
export function estimateBoth(
  first: Uint8Array,
  second: Uint8Array,
  offset: number,
): { second: number; either: number } {
  const ofSecond = new Int32Array(RANDOM_BITS + 2);
  const ofEither = new Int32Array(RANDOM_BITS + 2);
  for (let register = offset; register < offset + REGISTER_COUNT; register += 1) {
    const rank = second[register] as number;
    const highest = Math.max(first[register] as number, rank);
    ofSecond[rank] = (ofSecond[rank] as number) + 1;
    ofEither[highest] = (ofEither[highest] as number) + 1;
  }
  return { second: estimate(ofSecond), either: estimate(ofEither) };
}
