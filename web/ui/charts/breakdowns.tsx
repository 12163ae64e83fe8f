import { useTexts } from '../../lib/texts.ts';
import { BarList } from './bar-list.tsx';
import { chartTexts } from './charts.texts.ts';
import type { Stats } from './use-stats.ts';
import { type Dimension, OTHER, useWords } from './words.ts';

/** What was chosen, and what happens when an entry is. */
export interface Choosing {
  isChosen(dimension: Dimension, word: string): boolean;
  choose(dimension: Dimension, word: string): void;
}

/** The lists of what visits have in common; each entry can be chosen where `choosing` is there. */
export function Breakdowns({ stats, by, choosing }: { stats: Stats; by: readonly Dimension[]; choosing?: Choosing }) {
  const t = useTexts(chartTexts);
  const wordFor = useWords();
  return by.map((dimension) => (
    <BarList
      key={dimension}
      title={t.dimensions[dimension]}
      head={t.one[dimension]}
      total={dimension === 'bot' ? stats.bots : stats.clicks}
      bars={Object.entries(stats.top[dimension] ?? {}).map(([word, count]) => ({
        key: word,
        name: wordFor(dimension, word),
        count,
        ...(choosing &&
          dimension !== 'bot' &&
          word !== OTHER && {
            isOn: choosing.isChosen(dimension, word),
            onChoose: () => choosing.choose(dimension, word),
          }),
      }))}
    />
  ));
}
