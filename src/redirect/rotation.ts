import type { RotatorCandidate } from '../resources/links/link.ts';

/** A link that may be picked. */
export type RotatorLink = RotatorCandidate & { shortUrl: string };

/** Candidates, and for each the weight of all up to it: a place on the whole falls on one of them. */
interface Wheel {
  candidates: RotatorLink[];
  sums: number[];
  /** When the next of the others begins. */
  untilMs: number;
}

/** The links among which a campaign's rotator picks. */
export interface Rotation {
  candidates: RotatorLink[];
  /** Made of those that have begun, when it is first needed. */
  wheel: Wheel | undefined;
}

export function newRotation(candidates: RotatorLink[]): Rotation {
  return { candidates, wheel: undefined };
}

function buildWheel(all: RotatorLink[], now: number): Wheel {
  const wheel: Wheel = { candidates: [], sums: [], untilMs: Number.POSITIVE_INFINITY };
  let sum = 0;
  for (const candidate of all) {
    const { startsAt, weight } = candidate;
    if (startsAt !== null && startsAt > now) {
      wheel.untilMs = Math.min(wheel.untilMs, startsAt);
      continue;
    }
    sum += weight;
    wheel.candidates.push(candidate);
    wheel.sums.push(sum);
  }
  return wheel;
}

function spin({ candidates, sums }: Wheel, random: number): RotatorLink | undefined {
  const place = random * (sums.at(-1) ?? 0);
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] as number) > place) high = middle;
    else low = middle + 1;
  }
  return candidates[low];
}

/** The candidate that a number from 0 to 1 falls on, where each is as wide as its weight; undefined where there is none. */
export function pickFrom(rotation: Rotation, random: number, now: number): RotatorLink | undefined {
  if (!rotation.wheel || now >= rotation.wheel.untilMs) rotation.wheel = buildWheel(rotation.candidates, now);
  return spin(rotation.wheel, random);
}

/** The rotation without this candidate. */
export function withoutCandidate({ candidates }: Rotation, left: RotatorLink): Rotation {
  return newRotation(candidates.filter((candidate) => candidate !== left));
}

const OBJECT_BYTES = 200;
const CANDIDATE_BYTES = 150;

/** About how much memory a rotation takes. */
export function bytesOfRotation({ candidates }: Rotation): number {
  let bytes = OBJECT_BYTES;
  for (const { shortUrl } of candidates) bytes += CANDIDATE_BYTES + 2 * shortUrl.length;
  return bytes;
}
