import { Suspense, useState } from 'react';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { useTexts } from '../../lib/texts.ts';
import { BarTable } from './bar-list.tsx';
import { type EntrySelection, toBars } from './breakdowns.tsx';
import type { Stats } from './use-stats.ts';
import { useWords } from './words.ts';

const WorldMap = lazyScreen(async () => (await import('./world-map.tsx')).WorldMap);

/** Countries on a world map, and as a list with the same data. */
export function PlacesCard({ stats, selection }: { stats: Stats; selection?: EntrySelection }) {
  const t = useTexts('charts');
  const wordFor = useWords();
  const [pointed, setPointed] = useState<string>();
  return (
    <section className="card charts-bars charts-places">
      <h2>{t.dimensions.country}</h2>
      <Suspense fallback={<div className="charts-map" />}>
        <WorldMap
          counts={stats.top.country ?? {}}
          total={stats.clicks}
          nameOf={(country) => wordFor('country', country)}
          pointed={pointed}
          selection={selection}
        />
      </Suspense>
      <div>
        <BarTable
          title={t.dimensions.country}
          head={t.dimension.country}
          total={stats.clicks}
          bars={toBars(stats, 'country', wordFor, selection)}
          onPoint={setPointed}
        />
      </div>
    </section>
  );
}
