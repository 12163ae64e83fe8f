import { useTexts } from '../lib/texts.ts';

/** A placeholder for content that is loading. */
export function Skeleton({ width = '100%', height = 14 }: { width?: string; height?: number }) {
  return <span className="skeleton" style={{ width, height }} />;
}

const WIDTHS = ['62%', '48%', '70%', '55%', '40%', '66%'];

/** A placeholder for a table. */
export function SkeletonRows() {
  const t = useTexts('ui');
  return (
    <div className="skeleton-rows" role="status" aria-label={t.loading}>
      {WIDTHS.map((width) => (
        <div key={width} className="skeleton-row">
          <Skeleton width={width} />
          <Skeleton width="64px" />
        </div>
      ))}
    </div>
  );
}
