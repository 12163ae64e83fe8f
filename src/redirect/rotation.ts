import type { RotatorCandidate } from '../resources/links/link.ts';

/** A link that a rotator may pick. */
export type RotatorLink = RotatorCandidate & { shortUrl: string };

/** The links that the rotator of a campaign can pick. Immutable: a cache replaces it with a new one. */
export interface Rotation {
  readonly candidates: readonly RotatorLink[];
  /** The candidates that have started; only these are picked. */
  readonly started: readonly RotatorLink[];
  /** For each started candidate, the sum of all weights up to and including its own. */
  readonly weightSums: readonly number[];
  /** When the next candidate starts; from then on the rotation is outdated. */
  readonly nextStartMs: number;
}

export function createRotation(candidates: readonly RotatorLink[], now: number): Rotation {
  const started: RotatorLink[] = [];
  const weightSums: number[] = [];
  let weightSum = 0;
  let nextStartMs = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const { startsAt, weight } = candidate;
    if (startsAt !== null && startsAt > now) {
      nextStartMs = Math.min(nextStartMs, startsAt);
      continue;
    }
    weightSum += weight;
    started.push(candidate);
    weightSums.push(weightSum);
  }
  return { candidates, started, weightSums, nextStartMs };
}

/** The rotation itself, or a new one if candidates have started since it was created. */
export function startCandidates(rotation: Rotation, now: number): Rotation {
  return now < rotation.nextStartMs ? rotation : createRotation(rotation.candidates, now);
}

/** The rotation without this candidate. */
export function withoutCandidate({ candidates }: Rotation, link: RotatorLink, now: number): Rotation {
  return createRotation(
    candidates.filter((candidate) => candidate !== link),
    now,
  );
}

/** Picks a started candidate by its weight; `random` is from 0 to 1. Undefined if none has started. */
export function pickCandidate({ started, weightSums }: Rotation, random: number): RotatorLink | undefined {
  const place = random * (weightSums.at(-1) ?? 0);
  let low = 0;
  let high = weightSums.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((weightSums[middle] as number) > place) high = middle;
    else low = middle + 1;
  }
  return started[low];
}

const OBJECT_BYTES = 200;
const CANDIDATE_BYTES = 150;

/** Estimates the memory that a rotation takes. */
export function bytesOfRotation({ candidates }: Rotation): number {
  let bytes = OBJECT_BYTES;
  for (const { shortUrl } of candidates) bytes += CANDIDATE_BYTES + 2 * shortUrl.length;
  return bytes;
}
