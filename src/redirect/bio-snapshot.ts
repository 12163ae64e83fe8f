import { buildBioPage } from '../pages/bio/bio-page.ts';
import { targetOf } from '../resources/bio/bio.block.ts';
import type { VisitedBio } from '../resources/bio/bio.service.ts';

/** All that a visit of a bio page must know: the page itself, built, and where its blocks lead. */
export interface BioSnapshot {
  kind: 'bio-page';
  bioId: number;
  /** Its slug, by which it is kept beside links. */
  alias: string;
  page: Uint8Array<ArrayBuffer>;
  headers: Headers;
  targets: ReadonlyMap<number, string>;
  /** Visitors of the page and of its blocks get the 410 page. */
  isDisabled: boolean;
}

export function snapshotOfBio({ page, blocks, facts }: VisitedBio): BioSnapshot {
  const { html, headers } = buildBioPage(facts);
  const targets = blocks.flatMap(({ id, data }): [number, string][] => {
    const target = targetOf(data);
    return target === undefined ? [] : [[id, target]];
  });
  return {
    kind: 'bio-page',
    bioId: page.id,
    alias: page.slug,
    page: new TextEncoder().encode(html),
    headers: new Headers(headers),
    targets: new Map(targets),
    isDisabled: page.disabledBy !== null,
  };
}

const OBJECT_BYTES = 3_000;
const TARGET_BYTES = 100;

/** About how much memory it takes. */
export function bytesOfBio({ page, targets }: BioSnapshot): number {
  let bytes = OBJECT_BYTES + page.byteLength;
  for (const target of targets.values()) bytes += TARGET_BYTES + target.length;
  return bytes;
}
