import type { AnswerOf } from '../../lib/api.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { useFormat } from '../../lib/format.ts';
import { useLeaveGuard } from '../../lib/leave-guard.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useForm } from '../../lib/use-form.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { DesignFields } from './design-fields.tsx';
import { Downloads } from './downloads.tsx';
import { NEW_QR, toDesignBody, toDesignValues } from './qr-form.ts';
import { noteSaved } from './saved-codes.ts';
import { StudioSide } from './studio-side.tsx';
import { StudioSkeleton } from './studio-skeleton.tsx';

type Code = AnswerOf<'GET /api/url/:id/qr'>['details'];

function Editor({ id, code }: { id: string; code: Code }) {
  const t = useTexts('qr');
  const format = useFormat();
  const short = withoutScheme(code.url).slice(0, -1);
  const update = useSend('PUT /api/url/:id/qr/update', { refreshes: ['GET /api/url/:id/qr'] });
  const form = useForm({
    initial: { ...NEW_QR, ...toDesignValues(code) },
    async send(values, saved) {
      const body = changedFields(toDesignBody(saved), toDesignBody(values));
      const { warning } = await update.mutateAsync({ params: { id }, body });
      noteSaved(`link ${id}`);
      showToast(warning ?? t.saved);
    },
  });
  const preview = usePreview('POST /api/qr/preview', { ...toDesignBody(form.values), type: 'text', data: code.url });
  useLeaveGuard(form.isChanged);
  return (
    <Page title={t.linkCode({ short })} actions={<ButtonLink to={`/links/${id}`}>{t.openLink}</ButtonLink>}>
      <div className="qr-studio">
        <div className="card qr-form qr-design">
          <Form form={form} submit={t.save}>
            <DesignFields form={form} />
          </Form>
        </div>
        <StudioSide preview={preview} isExample={false} name={short}>
          <section className="card qr-files">
            <h2>{t.download}</h2>
            <Downloads
              code={{ id: `link ${id}`, link: new URL(`/api/url/${id}/qr`, location.href).href, name: short }}
            />
            {form.isChanged && <p className="hint">{t.unsaved}</p>}
            <dl className="qr-facts">
              <dt>{t.scans}</dt>
              <dd className="number">{format.number(code.scans)}</dd>
            </dl>
          </section>
        </StudioSide>
      </div>
    </Page>
  );
}

/** The QR code of a link: its design and its files. */
export function Screen({ params: { id = '' } }: { params: Record<string, string> }) {
  const t = useTexts('qr');
  const { data, error, refetch } = useApi('GET /api/url/:id/qr', { params: { id } });
  if (data) return <Editor id={id} code={data.details} />;
  return (
    <Page title={t.title}>
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <StudioSkeleton />}
    </Page>
  );
}
