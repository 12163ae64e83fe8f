import { QrCode } from 'lucide-react';
import { useRef } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const KINDS = ['svg', 'png', 'pdf'] as const;

/** The QR code of a short link: the one with its name, or a button that creates it. */
export function LinkQr({ shorturl, onClose }: { shorturl: string; onClose(): void }) {
  const t = useTexts('link-page');
  const short = withoutScheme(shorturl);
  const { data, error, refetch } = useApi('GET /api/qr', { query: { q: short, limit: 100 } });
  const create = useSend('POST /api/qr/add', { refreshes: ['GET /api/qr'] });
  const isAsked = useRef(false);
  const code = data?.data.qrs.find(({ name }) => name === short);
  const path = code && new URL(code.link).pathname;

  /** Creates a single code, however often the button is pressed meanwhile. */
  async function make(): Promise<void> {
    if (isAsked.current) return;
    isAsked.current = true;
    try {
      await create.mutateAsync({ body: { type: 'link', data: shorturl, name: short } });
    } catch (failure) {
      isAsked.current = false;
      showToast(describeError(failure), { kind: 'failed' });
    }
  }

  return (
    <Dialog title={t.qrTitle} onClose={onClose}>
      {!data && (error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <Skeleton height={220} />)}
      {data && !code && (
        <div className="stack">
          <p>{t.noQr}</p>
          <Button kind="primary" icon={QrCode} isBusy={create.isPending} onClick={() => void make()}>
            {t.createQr}
          </Button>
        </div>
      )}
      {code && path && (
        <div className="stack">
          <img className="links-qr" src={`${path}.svg`} alt={t.qrAlt({ short })} width={220} height={220} />
          <div className="line wraps">
            {KINDS.map((kind) => (
              <a
                key={kind}
                className="button plain"
                href={`${path}.${kind}`}
                download={`qr-${code.id}.${kind}`}
                aria-label={t.qrDownload({ kind: kind.toUpperCase() })}
              >
                {kind.toUpperCase()}
              </a>
            ))}
            <ButtonLink to={`/qr/${code.id}`} kind="quiet">
              {t.qrDesign}
            </ButtonLink>
          </div>
        </div>
      )}
    </Dialog>
  );
}
