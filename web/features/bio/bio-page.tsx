import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useLeaveGuard } from '../../lib/leave-guard.ts';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { type FormState, useForm } from '../../lib/use-form.ts';
import { useIsNarrow } from '../../lib/use-media.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { useCanChange } from '../../lib/workspaces.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PagePreview } from '../../ui/page-preview.tsx';
import { RoleNote } from '../../ui/role-note.tsx';
import { SaveNote } from '../../ui/save-note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TakeDownNote } from '../../ui/take-down.tsx';
import { type BioDetails, type BioValues, toBioValues } from './bio-form.ts';
import { isUnfinished } from './blocks.ts';
import { BlocksField } from './blocks-field.tsx';
import { NewPage } from './new-page.tsx';
import { PageActions } from './page-actions.tsx';
import { AboutFields, LooksFields, MoreFields } from './page-fields.tsx';
import { useSavedPage } from './use-saved-page.ts';

function Facts({ page, unique }: { page: BioDetails; unique: number }) {
  const t = useTexts('bio');
  const format = useFormat();
  const clicks = toBioValues(page).blocks.reduce((sum, block) => sum + block.clicks, 0);
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

interface SectionsProps {
  form: FormState<BioValues>;
  warning: string | undefined;
  onHold(by: 1 | -1): void;
}

function Sections({ form, warning, onHold }: SectionsProps) {
  const t = useTexts('bio');
  return (
    <div className="bio-sections">
      <section className="card stack">
        <h2>{t.about}</h2>
        <AboutFields form={form} />
      </section>
      <section className="card stack">
        <h2>{t.blocks}</h2>
        <BlocksField form={form} onHold={onHold} />
      </section>
      <section className="card stack">
        <h2>{t.appearance}</h2>
        <LooksFields form={form} warning={warning} />
      </section>
      <section className="card stack">
        <h2>{t.publishing}</h2>
        <MoreFields form={form} />
      </section>
    </div>
  );
}

/** The fields beside a preview of the page; on a phone, one of the two. */
function Editor({ page, unique }: { page: BioDetails; unique: number }) {
  const t = useTexts('bio');
  const canChange = useCanChange();
  const isNarrow = useIsNarrow();
  const [tab, setTab] = useState<'edit' | 'look'>('edit');
  const [initial] = useState(() => toBioValues(page));
  const form = useForm<BioValues>({ initial, send: async () => {} });
  const [held, setHeld] = useState(0);
  const { draft, state, warning } = useSavedPage(page, form, held > 0);
  const { body } = draft;
  const preview = usePreview('POST /api/bio/preview', { ...body, name: body.name || page.name });
  const unfinished = form.values.blocks.filter(isUnfinished).length;
  const hasUnfinished = unfinished > 0;
  useLeaveGuard(state.kind !== 'saved' || hasUnfinished, { isSaving: state.kind === 'saving' && !hasUnfinished });

  const fields = (
    <div className="bio-fields-side">
      <TakeDownNote of={page} />
      {page.status === 'draft' && <p className="bio-draft-note">{t.draftNote}</p>}
      {page.status === 'published' && <p className="hint bio-live-note">{t.liveNote}</p>}
      <Facts page={page} unique={unique} />
      <RoleNote />
      <fieldset className="plain-fieldset" disabled={!canChange}>
        <Sections form={form} warning={warning} onHold={(by) => setHeld((count) => count + by)} />
      </fieldset>
    </div>
  );
  const note = canChange && (
    <SaveNote state={state} partly={hasUnfinished && t.savedWithHidden({ count: unfinished })} />
  );
  const look = <PagePreview html={preview.answer?.html} error={preview.error} className="bio-look" />;
  return (
    <Page
      title={page.name}
      actions={
        <PageActions
          page={page}
          isPublishing={form.values.status === 'published' && state.kind === 'saving'}
          onPublish={() => form.set({ status: 'published' })}
        />
      }
    >
      {isNarrow ? (
        <>
          <div className="bio-note">{note}</div>
          <Tabs<'edit' | 'look'>
            label={t.editOrPreview}
            tabs={[
              { name: 'edit', label: t.edit },
              { name: 'look', label: t.preview },
            ]}
            value={tab}
            onChange={setTab}
          >
            <div hidden={tab !== 'edit'}>{fields}</div>
            <div hidden={tab !== 'look'}>{look}</div>
          </Tabs>
        </>
      ) : (
        <div className="bio-editor">
          {fields}
          <aside className="bio-side" aria-label={t.preview}>
            {note}
            {look}
          </aside>
        </div>
      )}
    </Page>
  );
}

/** One bio page: editor and statistics. */
export function Screen({ params: { id = '' } }: { params: Record<string, string> }) {
  const t = useTexts('bio');
  const isNew = id === 'new';
  const { data, error, refetch } = useApi('GET /api/bio/:id', { params: { id } }, { isEnabled: !isNew });
  if (isNew) return <NewPage />;
  if (data) return <Editor page={data.details} unique={data.data.uniqueClicks} />;
  return (
    <Page title={t.title}>
      {error ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="bio-editor">
          <div className="card stack">
            <Skeleton width="30%" />
            <Skeleton height={34} />
            <Skeleton width="30%" />
            <Skeleton height={90} />
          </div>
          <Skeleton height={600} />
        </div>
      )}
    </Page>
  );
}
