import { ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { send } from '../../lib/api.ts';
import { describeError } from '../../lib/error-words.ts';
import { useFormat } from '../../lib/format.ts';
import { queryClient, refresh, useApi, useSend } from '../../lib/query.ts';
import { navigate } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { deleteWithUndo } from '../../lib/undoable-delete.ts';
import { type Form as FormState, useForm } from '../../lib/use-form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { bioTexts } from './bio.texts.ts';
import { type BioDetails, type BioValues, NEW_BIO, toBody, toValues } from './bio-form.ts';
import { BlocksField } from './blocks-field.tsx';
import { AboutFields, LooksFields, MoreFields } from './page-fields.tsx';

function Facts({ page, unique }: { page: BioDetails; unique: number }) {
  const t = useTexts(bioTexts);
  const format = useFormat();
  const clicks = toValues(page).blocks.reduce((sum, block) => sum + block.clicks, 0);
  const facts: [string, number][] = [
    [t.views, page.views],
    [t.unique, unique],
    [t.allClicks, clicks],
  ];
  return (
    <dl className="card bio-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What can be done with a page that exists. */
function Actions({ page }: { page: BioDetails }) {
  const t = useTexts(bioTexts);
  function remove(): void {
    const words = { said: t.deleted(page.name), undo: t.undo, failed: describeError };
    navigate('/bio');
    deleteWithUndo({ endpoint: 'DELETE /api/bio/:id/delete', list: 'GET /api/bio', ids: [page.id], ...words });
  }
  return (
    <>
      {page.status === 'draft' && <Badge tone="caution">{t.draft}</Badge>}
      <CopyButton text={page.link} label={t.copy} />
      {page.status === 'published' && (
        <a className="button plain" href={page.link} target="_blank" rel="noreferrer">
          <ExternalLink size={16} aria-hidden />
          {t.open}
        </a>
      )}
      <Button icon={Trash2} onClick={remove}>
        {t.delete}
      </Button>
    </>
  );
}

/** Reads a page again, for its blocks have numbers now. */
async function readAgain(id: number): Promise<BioDetails> {
  const answer = await send('GET /api/bio/:id', { params: { id } });
  queryClient.setQueryData(['GET /api/bio/:id', { params: { id: String(id) } }], answer);
  return answer.details;
}

function Editor({ page, unique = 0 }: { page?: BioDetails; unique?: number }) {
  const t = useTexts(bioTexts);
  const [before, setBefore] = useState(() => (page ? toValues(page) : NEW_BIO));
  const create = useSend('POST /api/bio/add');
  const update = useSend('PUT /api/bio/:id/update');
  const form: FormState<BioValues> = useForm<BioValues>({
    initial: before,
    async send(values) {
      const body = toBody(values);
      const { warning, ...answer } = page
        ? await update.mutateAsync({ params: { id: page.id }, body })
        : await create.mutateAsync({ body });
      void refresh('GET /api/bio');
      showToast(warning ?? t.saved, warning ? { lastsMs: 10_000 } : {});
      if ('id' in answer) return navigate(`/bio/${answer.id}`, { isReplacing: true });
      if (!page) return;
      const fresh = toValues(await readAgain(page.id), values.blocks);
      setBefore(fresh);
      form.set(fresh);
    },
  });

  return (
    <Page title={page?.name ?? t.add} actions={page && <Actions page={page} />}>
      <div className="bio-editor">
        {page && <Facts page={page} unique={unique} />}
        <Form form={form} submit={page ? t.save : t.create}>
          <section className="card stack">
            <h2>{t.about}</h2>
            <AboutFields form={form} />
          </section>
          <section className="card stack">
            <h2>{t.blocks}</h2>
            <BlocksField form={form} />
          </section>
          <section className="card stack">
            <h2>{t.looks}</h2>
            <LooksFields form={form} />
          </section>
          <section className="card stack">
            <h2>{t.more}</h2>
            <MoreFields form={form} />
          </section>
        </Form>
      </div>
    </Page>
  );
}

/** One bio page: what stands on it, how it looks, and how often it is seen. */
export function Screen({ params: { id = '' } }: { params: Record<string, string> }) {
  const t = useTexts(bioTexts);
  const isNew = id === 'new';
  const { data, error, refetch } = useApi('GET /api/bio/:id', { params: { id } }, { isEnabled: !isNew });
  if (isNew) return <Editor />;
  if (data) return <Editor page={data.details} unique={data.data.uniqueClicks} />;
  return (
    <Page title={t.title}>
      {error ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="card bio-editor stack">
          <Skeleton width="30%" />
          <Skeleton height={34} />
          <Skeleton width="30%" />
          <Skeleton height={90} />
        </div>
      )}
    </Page>
  );
}
