/** The products whose API calls can be answered. `older` are the calls of the reference's product before it had `/api/url/add`. */
export const compatibleNames = ['yourls', 'shlink', 'kutt', 'bitly', 'dub', 'polr', 'older'] as const;

export type CompatibleName = (typeof compatibleNames)[number];

const ALL = 'all';

function isKnown(word: string): word is CompatibleName {
  return compatibleNames.some((name) => name === word);
}

/** Reads a list of products, separated by commas; `all` stands for every one. */
export function readCompatible(text: string): ReadonlySet<CompatibleName> {
  const words = text.split(',').map((word) => word.trim());
  const given = words.filter((word) => word !== '');
  const unknown = given.filter((word) => word !== ALL && !isKnown(word));
  if (unknown.length > 0) {
    throw new Error(`must contain only ${compatibleNames.join(', ')} or all (unknown: ${unknown.join(', ')})`);
  }
  return new Set(given.includes(ALL) ? compatibleNames : given.filter(isKnown));
}
