/** A display name, and the case-sensitive words that identify it in a User-Agent. */
export type NameRow = readonly [name: string, ...words: string[]];

/**
 * Compiles the rows to a function that returns the name of the first row with a word in the User-Agent, or ''. A browser whose
 * name other browsers also send must therefore come after them.
 */
export function compileNames(rows: readonly NameRow[]): (agent: string) => string {
  const rankOf = new Map<string, number>();
  rows.forEach(([, ...words], rank) => {
    for (const word of words) rankOf.set(word, rank);
  });
  // The longest word first, so that `Opera Mini` is not read as `Opera`. Only literal words, so matching is linear.
  const words = [...rankOf.keys()].sort((a, b) => b.length - a.length);
  const anyWord = new RegExp(words.map((word) => RegExp.escape(word)).join('|'), 'g');
  return (agent) => {
    let best = rows.length;
    for (const word of agent.match(anyWord) ?? []) best = Math.min(best, rankOf.get(word) ?? best);
    return rows[best]?.[0] ?? '';
  };
}
