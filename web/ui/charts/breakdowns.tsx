import { useTexts } from '../../lib/texts.ts';
import { type Bar, BarList } from './bar-list.tsx';
import type { Stats } from './use-stats.ts';
import { type Dimension, OTHER, useWords, type WordFor } from './words.ts';

/** The selected entries, and the handler for selecting one. */
export interface Choosing {
  isChosen(dimension: Dimension, word: string): boolean;
  choose(dimension: Dimension, word: string): void;
}

/** The entries of one dimension as bars; selectable if `choosing` is given. */
export function toBars(stats: Stats, dimension: Dimension, wordFor: WordFor, choosing?: Choosing): Bar[] {
  return Object.entries(stats.top[dimension] ?? {}).map(([word, count]) => ({
    key: word,
    name: wordFor(dimension, word),
    count,
    ...(choosing &&
      word !== OTHER && {
        isOn: choosing.isChosen(dimension, word),
        onChoose: () => choosing.choose(dimension, word),
      }),
  }));
}

/** The lists of all dimensions. */
export function Breakdowns({ stats, by, choosing }: { stats: Stats; by: readonly Dimension[]; choosing?: Choosing }) {
  const t = useTexts('charts');
  const wordFor = useWords();
  return by.map((dimension) => (
    <BarList
      key={dimension}
      title={t.dimensions[dimension]}
      head={t.one[dimension]}
      total={dimension === 'bot' ? stats.bots : stats.clicks}
      bars={toBars(stats, dimension, wordFor, choosing)}
    />
  ));
}
