import { useTexts } from '../../lib/texts.ts';
import { Skeleton } from '../skeleton.tsx';

const FIGURES = ['48%', '40%', '56%', '44%'];
const LISTS = ['36%', '28%', '32%'];

/** A placeholder for figures, a series and lists that are loading. */
export function ChartSkeleton() {
  const t = useTexts('ui');
  return (
    <div role="status" aria-label={t.loading}>
      <div className="charts-figures">
        {FIGURES.map((width) => (
          <div key={width} className="card charts-figure stack">
            <Skeleton width={width} />
            <Skeleton width="64px" height={26} />
          </div>
        ))}
      </div>
      <div className="card charts-card stack">
        <Skeleton width="88px" />
        <Skeleton height={226} />
      </div>
      <div className="charts-grid">
        {LISTS.map((width) => (
          <div key={width} className="card charts-bars stack">
            <Skeleton width={width} />
            <Skeleton width="90%" />
            <Skeleton width="60%" />
          </div>
        ))}
      </div>
    </div>
  );
}
