import { useTexts } from '../../lib/texts.ts';
import { type Bar, BarList } from './bar-list.tsx';
import { groupReferrers } from './networks.ts';
import { hasRoutes } from './route-rows.ts';
import type { Stats } from './use-stats.ts';
import { type ChartDimension, OTHER_VALUES, useWords, type WordFor } from './words.ts';

/** The selected entries, and the handler for selecting one. */
export interface EntrySelection {
  isChosen(dimension: ChartDimension, word: string): boolean;
  choose(dimension: ChartDimension, word: string): void;
}

interface Entry {
  dimension: ChartDimension;
  word: string;
  count: number;
}

function entriesOf(stats: Stats, dimension: ChartDimension): Entry[] {
  const counts = stats.top[dimension] ?? {};
  if (dimension === 'referrer') return groupReferrers(counts, stats.direct);
  return Object.entries(counts).map(([word, count]) => ({ dimension, word, count }));
}

/** The entries of one dimension as bars; selectable if `selection` is given. */
export function toBars(stats: Stats, of: ChartDimension, wordFor: WordFor, selection?: EntrySelection): Bar[] {
  return entriesOf(stats, of).map(({ dimension, word, count }) => ({
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

function isOptional(dimension: ChartDimension): boolean {
  return dimension === 'source' || dimension.startsWith('utm_');
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
  // Most links have neither scans nor UTM parameters nor rules, so these lists would be empty.
  const shown = by.filter((dimension) => {
    if (dimension === 'route') return hasRoutes(stats);
    return !isOptional(dimension) || Object.keys(stats.top[dimension] ?? {}).length > 0;
  });
  return shown.map((dimension) => (
    <BarList
      key={dimension}
      title={t.dimensions[dimension]}
      head={t.dimension[dimension]}
      total={dimension === 'bot' ? stats.bots : stats.clicks}
      bars={toBars(stats, dimension, wordFor, selection)}
    />
  ));
}
