import { dimensions } from '../../src/rollups/dimension.ts';
import {
  appendKept,
  KEPT_CLICK_BYTES,
  type KeptClick,
  NO_KEPT_CLICKS,
  writeKeptClick,
  writeKeptWord,
} from '../../src/rollups/kept-clicks.ts';

/** The bytes of clicks, as they are appended to a stored part. */
export function keptRecords(clicks: KeptClick[]): Uint8Array {
  const bytes = new Uint8Array(clicks.length * KEPT_CLICK_BYTES);
  for (const [index, click] of clicks.entries()) {
    const offset = index * KEPT_CLICK_BYTES;
    writeKeptClick(bytes, offset, click.at, click.visitor);
    for (const [section, dimension] of dimensions.entries()) writeKeptWord(bytes, offset, section, click[dimension]);
  }
  return bytes;
}

/** A stored part with these clicks. */
export function encodeKept(clicks: KeptClick[]): Uint8Array {
  return appendKept(NO_KEPT_CLICKS, keptRecords(clicks));
}
