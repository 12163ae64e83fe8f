import { ChartNoAxesColumn, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useLeaveGuard } from '../../lib/leave-guard.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useForm } from '../../lib/use-form.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { TakeDownNote } from '../../ui/take-down.tsx';
import { QrContentFields } from './content-fields.tsx';
import { DesignFields } from './design-fields.tsx';
import { NameFields } from './name-fields.tsx';
import { NEW_QR, type QrDetails, toQrBody, toQrChanges, toQrValues } from './qr-form.ts';
import { isUnfilled, toPreviewBody } from './qr-preview.ts';
import { noteSaved } from './saved-codes.ts';
import { SavedFiles, StudioSide } from './studio-side.tsx';
import { StudioSkeleton } from './studio-skeleton.tsx';

/** The form beside the code, which is drawn as the user types. */
function Editor({ code, unique = 0 }: { code?: QrDetails; unique?: number }) {
  const t = useTexts('qr');
  const [before, setBefore] = useState(() => (code ? toQrValues(code) : NEW_QR));
  const create = useSend('POST /api/qr/add', { refreshes: ['GET /api/qr'] });
  const update = useSend('PUT /api/qr/:id/update', { refreshes: ['GET /api/qr', 'GET /api/qr/:id'] });
  const form = useForm({
    initial: before,
    async send(values, saved) {
      if (code) {
        await update.mutateAsync({ params: { id: code.id }, body: toQrChanges(saved, values) });
        noteSaved(code.id);
        setBefore(values);
      } else {
        const { id } = await create.mutateAsync({ body: toQrBody(NEW_QR, values) });
        navigate(`/qr/${id}`, { isReplacing: true, isSure: true });
      }
      showToast(t.saved);
    },
  });
  const preview = usePreview('POST /api/qr/preview', toPreviewBody(before, form.values, code));
  useLeaveGuard(form.isChanged);

  function remove({ id, name }: QrDetails): void {
    const words = { said: t.deleted({ name }), undo: t.undo, failed: describeError };
    navigate('/qr', { isSure: true });
    deleteWithUndo({ endpoint: 'DELETE /api/qr/:id/delete', list: 'GET /api/qr', ids: [id], ...words });
  }

  return (
    <Page
      title={code?.name ?? t.add}
      actions={
        code && (
          <>
            <ButtonLink icon={ChartNoAxesColumn} to={`/qr/${code.id}/statistics`}>
              {t.statistics}
            </ButtonLink>
            <Button icon={Trash2} onClick={() => remove(code)} isChange>
              {t.delete}
            </Button>
          </>
        )
      }
    >
      <div className="qr-studio">
        <div className="card qr-form">
          <Form form={form} submit={code ? t.save : t.create}>
            <TakeDownNote of={code} />
            <QrContentFields form={form} />
            <NameFields form={form} />
            <DesignFields form={form} />
          </Form>
        </div>
        <StudioSide preview={preview} isExample={isUnfilled(form.values)} name={form.values.name}>
          {code && <SavedFiles code={code} unique={unique} isChanged={form.isChanged} />}
        </StudioSide>
      </div>
    </Page>
  );
}

/** One QR code: content, design and downloads. */
export function Screen({ params: { id = '' } }: { params: Record<string, string> }) {
  const t = useTexts('qr');
  const isNew = id === 'new';
  const { data, error, refetch } = useApi('GET /api/qr/:id', { params: { id } }, { isEnabled: !isNew });
  if (isNew) return <Editor />;
  if (data) return <Editor code={data.details} unique={data.data.uniqueClicks} />;
  return (
    <Page title={t.title}>
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <StudioSkeleton />}
    </Page>
  );
}
