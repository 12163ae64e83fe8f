import { QrCode, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ContentFields } from './content-fields.tsx';
import { DesignFields } from './design-fields.tsx';
import { Downloads } from './downloads.tsx';
import { qrTexts } from './qr.texts.ts';
import { NEW_QR, type QrDetails, toBody, toValues } from './qr-form.ts';
import { noteSaved, pictureOf, savedCodes } from './saved-codes.ts';

function Preview({ code, unique, isChanged }: { code: QrDetails; unique: number; isChanged: boolean }) {
  const t = useTexts(qrTexts);
  const format = useFormat();
  const warning = savedCodes.use()[code.id]?.warning;
  return (
    <aside className="card qr-side">
      <img className="qr-picture" src={pictureOf(code, '.svg')} alt={t.pictureOf(code.name)} />
      {isChanged && <p className="hint">{t.unsaved}</p>}
      {warning && (
        <p className="qr-warning" role="status">
          <TriangleAlert size={16} aria-hidden />
          <span>
            {t.caution} {warning}
          </span>
        </p>
      )}
      <Downloads code={code} />
      {code.dynamic ? (
        <dl className="qr-facts">
          <dt>{t.scans}</dt>
          <dd className="number">{format.number(code.scans)}</dd>
          <dt>{t.unique}</dt>
          <dd className="number">{format.number(unique)}</dd>
        </dl>
      ) : (
        <p className="hint">{t.notCounted}</p>
      )}
    </aside>
  );
}

/** The form beside the picture of what was saved; a code that does not exist yet has none. */
function Editor({ code, unique = 0 }: { code?: QrDetails; unique?: number }) {
  const t = useTexts(qrTexts);
  const [before, setBefore] = useState(() => (code ? toValues(code) : NEW_QR));
  const create = useSend('POST /api/qr/add', { refreshes: ['GET /api/qr'] });
  const update = useSend('PUT /api/qr/:id/update', { refreshes: ['GET /api/qr', 'GET /api/qr/:id'] });
  const form = useForm({
    initial: before,
    async send(values) {
      const body = toBody(before, values);
      if (code) {
        const { warning } = await update.mutateAsync({ params: { id: code.id }, body });
        noteSaved(code.id, warning);
        setBefore(values);
      } else {
        const { id, warning } = await create.mutateAsync({ body });
        noteSaved(id, warning);
        navigate(`/qr/${id}`, { isReplacing: true });
      }
      showToast(t.saved);
    },
  });

  function remove({ id, name }: QrDetails): void {
    const words = { said: t.deleted(name), undo: t.undo, failed: describeError };
    navigate('/qr');
    deleteWithUndo({ endpoint: 'DELETE /api/qr/:id/delete', list: 'GET /api/qr', ids: [id], ...words });
  }

  return (
    <Page
      title={code?.name ?? t.add}
      actions={
        code && (
          <Button icon={Trash2} onClick={() => remove(code)}>
            {t.delete}
          </Button>
        )
      }
    >
      <div className="qr-studio">
        <div className="card qr-form">
          <Form form={form} submit={code ? t.save : t.create}>
            <ContentFields form={form} />
            <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} isOptional />
            <DesignFields form={form} />
          </Form>
        </div>
        {code ? (
          <Preview code={code} unique={unique} isChanged={form.isChanged} />
        ) : (
          <aside className="card qr-side">
            <span className="qr-picture qr-none">
              <QrCode size={48} aria-hidden />
            </span>
            <p className="hint">{t.notDrawn}</p>
          </aside>
        )}
      </div>
    </Page>
  );
}

function Loading() {
  return (
    <div className="qr-studio">
      <div className="card qr-form stack">
        <Skeleton width="30%" />
        <Skeleton height={34} />
        <Skeleton width="30%" />
        <Skeleton height={34} />
      </div>
      <div className="card qr-side">
        <Skeleton height={280} />
      </div>
    </div>
  );
}

/** One QR code: how it is made, how it looks, and its files. */
export function Screen({ params: { id = '' } }: { params: Record<string, string> }) {
  const t = useTexts(qrTexts);
  const isNew = id === 'new';
  const { data, error, refetch } = useApi('GET /api/qr/:id', { params: { id } }, { isEnabled: !isNew });
  if (isNew) return <Editor />;
  if (data) return <Editor code={data.details} unique={data.data.uniqueClicks} />;
  return (
    <Page title={t.title}>{error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <Loading />}</Page>
  );
}
