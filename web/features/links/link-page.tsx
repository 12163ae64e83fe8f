import { ExternalLink, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { LinkSheet } from './link-sheet.tsx';
import { linkTexts } from './links.texts.ts';
import { withoutScheme } from './short-name.ts';

/** One link; its statistics are to come. */
export function Screen({ params }: { params: Record<string, string> }) {
  const t = useTexts(linkTexts);
  const format = useFormat();
  const [isEditing, setEditing] = useState(false);
  const { id = '' } = params;
  const { data, error, refetch } = useApi('GET /api/url/:id', { params: { id } });
  if (!data) {
    return (
      <Page title={t.link}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </Page>
    );
  }
  const { details, data: counts } = data;
  return (
    <Page
      title={withoutScheme(details.shorturl)}
      actions={
        <>
          {details.status === 'disabled' && <Badge tone="caution">{t.status.disabled}</Badge>}
          <CopyButton text={details.shorturl} label={t.copy} />
          <a
            className="icon-button"
            href={details.shorturl}
            target="_blank"
            rel="noreferrer"
            aria-label={t.open}
            title={t.open}
          >
            <ExternalLink size={16} aria-hidden />
          </a>
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            {t.edit}
          </Button>
        </>
      }
    >
      <dl className="card links-facts">
        <div>
          <dt>{t.target}</dt>
          <dd>{details.longurl}</dd>
        </div>
        <div>
          <dt>{t.clicks}</dt>
          <dd className="number">{format.number(counts.clicks)}</dd>
        </div>
        <div>
          <dt>{t.unique}</dt>
          <dd className="number">{format.number(counts.uniqueClicks)}</dd>
        </div>
      </dl>
      {isEditing && <LinkSheet id={id} onClose={() => setEditing(false)} />}
    </Page>
  );
}
