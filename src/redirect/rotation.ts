import type { Candidate as LinkCandidate } from '../resources/links/link.ts';

/** A link that may be picked. */
export type Candidate = LinkCandidate & { shortUrl: string };

/** The links among which a campaign's rotator picks; one that turns out to be over is taken out by whoever finds it. */
export interface Rotation {
  candidates: Candidate[];
}

/** The candidate that a number from 0 to 1 falls on, where each is as wide as its weight; undefined where there is none. */
export function pickByWeight(candidates: Candidate[], random: number): Candidate | undefined {
  let total = 0;
  for (const { weight } of candidates) total += weight;
  let place = random * total;
  for (const candidate of candidates) {
    place -= candidate.weight;
    if (place < 0) return candidate;
  }
  return candidates.at(-1);
}

const OBJECT_BYTES = 200;
const CANDIDATE_BYTES = 130;

/** About how much memory a rotation takes. */
export function bytesOfRotation({ candidates }: Rotation): number {
  let bytes = OBJECT_BYTES;
  for (const { shortUrl } of candidates) bytes += CANDIDATE_BYTES + 2 * shortUrl.length;
  return bytes;
}
