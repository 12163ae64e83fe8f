import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { inWorkspace } from '../../lib/workspace.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';

const KINDS = ['svg', 'png', 'pdf'] as const;

interface Props {
  id: number | string;
  shorturl: string;
  onClose(): void;
}

/** The QR code of a link: its image, its scans, its files and a button that changes its design. */
export function LinkQr({ id, shorturl, onClose }: Props) {
  const t = useTexts('link-page');
  const short = withoutScheme(shorturl);
  const { data, error, dataUpdatedAt, refetch } = useApi('GET /api/url/:id/qr', { params: { id } });
  const path = `/api/url/${id}/qr`;
  return (
    <Dialog title={t.qrTitle} onClose={onClose}>
      {error && !data ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="stack">
          <img
            className="links-qr"
            src={data && inWorkspace(`${path}.svg?v=${dataUpdatedAt}`)}
            alt={t.qrAlt({ short })}
            width={220}
            height={220}
          />
          <p className="hint" role="status">
            {data ? t.qrScans({ count: data.details.scans }) : '…'}
          </p>
          <div className="line wraps">
            {KINDS.map((kind) => (
              <a
                key={kind}
                className="button plain"
                href={inWorkspace(`${path}.${kind}`)}
                download={`${short.replaceAll('/', '-')}.${kind}`}
                aria-label={t.qrDownload({ kind: kind.toUpperCase() })}
              >
                {kind.toUpperCase()}
              </a>
            ))}
            <ButtonLink to={`/links/${id}/qr`} kind="quiet" isChange>
              {t.qrDesign}
            </ButtonLink>
          </div>
        </div>
      )}
    </Dialog>
  );
}
