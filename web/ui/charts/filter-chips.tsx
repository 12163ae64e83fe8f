import { X } from 'lucide-react';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../button.tsx';
import { chartTexts } from './charts.texts.ts';
import type { Filtering } from './use-filters.ts';
import { useWords } from './words.ts';

/** What is filtered by; each goes at a press. */
export function FilterChips({ filtering }: { filtering: Filtering }) {
  const t = useTexts(chartTexts);
  const wordFor = useWords();
  const { chosen, choose, clear } = filtering;
  if (chosen.length === 0) return null;
  return (
    <ul className="charts-chips" aria-label={t.filters}>
      {chosen.map(({ dimension, word }) => {
        const name = `${t.one[dimension]}: ${wordFor(dimension, word)}`;
        return (
          <li key={name}>
            <button
              type="button"
              className="charts-chip"
              aria-label={t.removeFilter(name)}
              onClick={() => choose(dimension, word)}
            >
              <span className="cut">{name}</span>
              <X size={14} aria-hidden />
            </button>
          </li>
        );
      })}
      {chosen.length > 1 && (
        <li>
          <Button kind="quiet" onClick={clear}>
            {t.clearFilters}
          </Button>
        </li>
      )}
    </ul>
  );
}
