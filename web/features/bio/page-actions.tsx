import { ChartNoAxesColumn, ExternalLink, Send, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DisabledBadge } from '../../ui/take-down.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import type { BioDetails } from './bio-form.ts';

interface Props {
  page: BioDetails;
  isPublishing: boolean;
  onPublish(): void;
}

/** The actions for an existing page: a draft is published, a public page is opened. */
export function PageActions({ page, isPublishing, onPublish }: Props) {
  const t = useTexts('bio');
  const { status, name } = page;
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box, () => box.current?.querySelector<HTMLElement>('.bio-open'));

  const before = useRef(status);
  useEffect(() => {
    if (before.current === 'draft' && status === 'published') showToast(t.nowPublic({ name }));
    before.current = status;
  }, [status, name, t]);

  function remove(): void {
    const words = { said: t.deleted({ name }), undo: t.undo, failed: describeError };
    navigate('/bio', { isSure: true });
    deleteWithUndo({ endpoint: 'DELETE /api/bio/:id/delete', list: 'GET /api/bio', ids: [page.id], ...words });
  }
  return (
    <div className="bio-actions" ref={box}>
      {status === 'draft' && <Badge tone="caution">{t.draft}</Badge>}
      <DisabledBadge row={page} />
      <CopyButton text={page.link} label={t.copy} />
      <ButtonLink icon={ChartNoAxesColumn} to={`/bio/${page.id}/statistics`}>
        {t.statistics}
      </ButtonLink>
      <Button icon={Trash2} onClick={remove} isChange>
        {t.delete}
      </Button>
      {status === 'published' && (
        <a className="button plain bio-open" href={page.link} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden />
          {t.open}
        </a>
      )}
      {status === 'draft' && (
        <Button kind="primary" icon={Send} isBusy={isPublishing} onClick={onPublish} isChange>
          {t.publish}
        </Button>
      )}
    </div>
  );
}
