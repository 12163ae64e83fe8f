import { dimensions } from '../../src/rollups/dimension.ts';
import {
  appendKept,
  type KeptClick,
  type KeptRecords,
  keptClickBytes,
  NO_KEPT_CLICKS,
  writeKeptClick,
  writeKeptWord,
} from '../../src/rollups/kept-clicks.ts';

/** The bytes of clicks, as they are appended to a stored part. */
export function keptRecords(clicks: KeptClick[]): KeptRecords {
  const dimensionCount = dimensions.length;
  const size = keptClickBytes(dimensionCount);
  const bytes = new Uint8Array(clicks.length * size);
  for (const [index, click] of clicks.entries()) {
    const offset = index * size;
    writeKeptClick(bytes, offset, click.at, click.visitor);
    for (const [section, dimension] of dimensions.entries()) writeKeptWord(bytes, offset, section, click[dimension]);
  }
  return { dimensionCount, bytes };
}

/** A stored part with these clicks. */
export function encodeKept(clicks: KeptClick[]): Uint8Array {
  return appendKept(NO_KEPT_CLICKS, keptRecords(clicks));
}
