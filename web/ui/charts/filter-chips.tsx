import { useTexts } from '../../lib/texts.ts';
import { Chips } from '../chips.tsx';
import type { Filtering } from './use-filters.ts';
import { useWords } from './words.ts';

/** The active filters; each can be removed. */
export function FilterChips({ filtering }: { filtering: Filtering }) {
  const t = useTexts('charts');
  const wordFor = useWords();
  const { chosen, choose, clear } = filtering;
  const chips = chosen.map(({ dimension, word }) => ({
    name: `${t.dimension[dimension]}: ${wordFor(dimension, word)}`,
    onRemove: () => choose(dimension, word),
  }));
  const all = chosen.length > 1 ? { name: t.clearFilters, run: clear } : undefined;
  return <Chips label={t.filters} chips={chips} removeLabel={t.removeFilter} clear={all} />;
}
