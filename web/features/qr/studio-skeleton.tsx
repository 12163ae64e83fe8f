import { Skeleton } from '../../ui/skeleton.tsx';

/** The outline of the studio while the code loads. */
export function StudioSkeleton() {
  return (
    <div className="qr-studio">
      <div className="card qr-form stack">
        <Skeleton width="30%" />
        <Skeleton height={34} />
        <Skeleton width="30%" />
        <Skeleton height={34} />
      </div>
      <div className="qr-side">
        <div className="card">
          <Skeleton height={280} />
        </div>
      </div>
    </div>
  );
}
