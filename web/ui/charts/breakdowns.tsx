import { useTexts } from '../../lib/texts.ts';
import { type Bar, BarList } from './bar-list.tsx';
import type { Stats } from './use-stats.ts';
import { type ChartDimension, OTHER_VALUES, useWords, type WordFor } from './words.ts';

/** The selected entries, and the handler for selecting one. */
export interface EntrySelection {
  isChosen(dimension: ChartDimension, word: string): boolean;
  choose(dimension: ChartDimension, word: string): void;
}

/** The entries of one dimension as bars; selectable if `selection` is given. */
export function toBars(stats: Stats, dimension: ChartDimension, wordFor: WordFor, selection?: EntrySelection): Bar[] {
  return Object.entries(stats.top[dimension] ?? {}).map(([word, count]) => ({
    key: word,
    name: wordFor(dimension, word),
    count,
    ...(selection &&
      word !== OTHER_VALUES && {
        isOn: selection.isChosen(dimension, word),
        onChoose: () => selection.choose(dimension, word),
      }),
  }));
}

/** The lists of all dimensions. */
export function Breakdowns({
  stats,
  by,
  selection,
}: {
  stats: Stats;
  by: readonly ChartDimension[];
  selection?: EntrySelection;
}) {
  const t = useTexts('charts');
  const wordFor = useWords();
  return by.map((dimension) => (
    <BarList
      key={dimension}
      title={t.dimensions[dimension]}
      head={t.dimension[dimension]}
      total={dimension === 'bot' ? stats.bots : stats.clicks}
      bars={toBars(stats, dimension, wordFor, selection)}
    />
  ));
}
