import { buildBioPage } from '../pages/bio/bio-page.ts';
import { destinationOf } from '../resources/bio/bio.block.ts';
import type { VisitedBio } from '../resources/bio/bio.service.ts';

/** Everything a visit of a bio page needs: the finished page and the destinations of its blocks. */
export interface BioSnapshot {
  kind: 'bio-page';
  bioId: number;
  /** The slug of the page; it is cached under this name, like the alias of a link. */
  alias: string;
  page: Uint8Array<ArrayBuffer>;
  headers: Headers;
  destinations: ReadonlyMap<number, string>;
  /** Visitors of the page and of its blocks get the 410 page. */
  isDisabled: boolean;
}

export function snapshotOfBio({ page, blocks, facts }: VisitedBio): BioSnapshot {
  const { html, headers } = buildBioPage(facts);
  const destinations = blocks.flatMap(({ id, data }): [number, string][] => {
    const destination = destinationOf(data);
    return destination === undefined ? [] : [[id, destination]];
  });
  return {
    kind: 'bio-page',
    bioId: page.id,
    alias: page.slug,
    page: new TextEncoder().encode(html),
    headers: new Headers(headers),
    destinations: new Map(destinations),
    isDisabled: page.disabledBy !== null,
  };
}

const OBJECT_BYTES = 3_000;
const DESTINATION_BYTES = 100;

/** Estimates the memory that a snapshot takes. */
export function bytesOfBio({ page, destinations }: BioSnapshot): number {
  let bytes = OBJECT_BYTES + page.byteLength;
  for (const destination of destinations.values()) bytes += DESTINATION_BYTES + destination.length;
  return bytes;
}
