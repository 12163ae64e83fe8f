import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Progress } from '../lib/bulk.ts';
import { useTexts } from '../lib/texts.ts';
import type { Selection } from '../lib/use-selection.ts';
import { IconButton } from './button.tsx';

/** The actions for the selected rows, and their progress. */
export function BulkBar({
  selection,
  progress,
  more,
  children,
}: {
  selection: Selection;
  progress: Progress | undefined;
  /** Selects more than the loaded rows. */
  more?: ReactNode;
  children: ReactNode;
}) {
  const t = useTexts('ui');
  if (selection.ids.size === 0 && !progress) return null;
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t.selected({ count: selection.ids.size })}>
      {progress ? (
        <>
          <span className="grow number" role="status">
            {t.progress({ done: progress.done, total: progress.total })}
          </span>
          <progress value={progress.done} max={progress.total} aria-label={t.loading} />
        </>
      ) : (
        <>
          <span className="bulk-count number">
            <IconButton label={t.clearSelection} icon={X} onClick={selection.clear} />
            {t.selected({ count: selection.ids.size })}
            {more}
          </span>
          <div className="bulk-buttons">{children}</div>
        </>
      )}
    </div>
  );
}
