import type { CompatibleName } from '../config/compatible-values.ts';

/**
 * The first path segments of each compatible API that a link could have too. They are reserved while it is on; `api` always is,
 * and no alias can contain the dot of `yourls-api.php`.
 */
const wordsOf: Record<CompatibleName, readonly string[]> = {
  yourls: [],
  shlink: ['rest'],
  kutt: [],
  bitly: ['v4'],
  dub: ['dub', 'links', 'analytics', 'events', 'tags', 'domains', 'folders'],
  polr: [],
  older: [],
};

/** The words that these APIs reserve on the main host. */
export function listCompatibleWords(names: Iterable<CompatibleName>): string[] {
  return [...names].flatMap((name) => wordsOf[name]);
}
