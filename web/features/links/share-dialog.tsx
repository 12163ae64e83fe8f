import { RefreshCw } from 'lucide-react';
import { describeError } from '../../lib/error-words.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SwitchField } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

/** Shares a link's statistics by a secret URL, and stops sharing. */
export function ShareDialog({ id, onClose }: { id: string; onClose(): void }) {
  const t = useTexts('link-share');
  const refreshes = ['GET /api/url/:id/share'] as const;
  const { data, error, refetch } = useApi('GET /api/url/:id/share', { params: { id } });
  const make = useSend('POST /api/url/:id/share', { refreshes: [...refreshes] });
  const end = useSend('DELETE /api/url/:id/share', { refreshes: [...refreshes] });
  const input = { params: { id } };
  const failed = make.error ?? end.error;
  const isBusy = make.isPending || end.isPending;

  function change(isOn: boolean): void {
    if (isBusy) return;
    if (isOn) make.mutate(input, { onSuccess: () => void showToast(t.turnedOn) });
    else end.mutate(input, { onSuccess: () => void showToast(t.turnedOff) });
  }

  return (
    <Dialog title={t.share} onClose={onClose}>
      {!data && (error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows />)}
      {data && (
        <div className="stack">
          <SwitchField
            name="shared"
            label={t.isShared}
            hint={t.hint}
            error={failed ? describeError(failed) : undefined}
            value={end.isPending ? false : make.isPending || data.data.shared}
            onChange={change}
          />
          {data.data.url && (
            <>
              <CopyLine text={data.data.url} label={t.copy} />
              <div className="stack links-share-again">
                <Button
                  icon={RefreshCw}
                  isBusy={isBusy}
                  onClick={() => !isBusy && make.mutate(input, { onSuccess: () => void showToast(t.replaced) })}
                >
                  {t.replace}
                </Button>
                <p className="hint">{t.replaceHint}</p>
              </div>
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}
