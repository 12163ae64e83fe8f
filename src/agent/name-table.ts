/** A name to show, and the words of an agent that stand for it, in the very case in which agents write them. */
export type NameRow = readonly [name: string, ...words: string[]];

/**
 * Makes of the rows one reader that gives the name of the highest row with a word in the agent, or ''. So a row that
 * others imitate stands below them, wherever in the agent the words are.
 */
export function compileNames(rows: readonly NameRow[]): (agent: string) => string {
  const rankOf = new Map<string, number>();
  rows.forEach(([, ...words], rank) => {
    for (const word of words) rankOf.set(word, rank);
  });
  // The longest first, so that `Opera Mini` is never read as `Opera`. Only literal words, so it is linear.
  const words = [...rankOf.keys()].sort((a, b) => b.length - a.length);
  const anyWord = new RegExp(words.map((word) => RegExp.escape(word)).join('|'), 'g');
  return (agent) => {
    let best = rows.length;
    for (const word of agent.match(anyWord) ?? []) best = Math.min(best, rankOf.get(word) ?? best);
    return rows[best]?.[0] ?? '';
  };
}
