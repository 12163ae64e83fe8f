import { foldPlace } from '../../../../geo/fold-name.ts';

/** The longest name of a region or a city. */
export const MAX_PLACE_NAME = 100;

const UNPRINTABLE = /\p{C}/u;

/** Parses the name of a region or a city: any text that has something to compare. */
export function parsePlaceName(text: string): string | undefined {
  const name = text.trim().replace(/\s+/g, ' ');
  return UNPRINTABLE.test(name) || foldPlace(name) === '' ? undefined : name;
}
