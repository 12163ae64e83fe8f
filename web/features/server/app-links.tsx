import { SearchX } from 'lucide-react';
import { changedFields } from '../../lib/changed-fields.ts';
import { formatJson, parseJsonFields } from '../../lib/json-text.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { AppFileFields, type AppFileValues } from '../../ui/app-files.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';

function AppFilesForm({ saved }: { saved: AppFileValues }) {
  const t = useTexts('app-files');
  const update = useSend('PUT /api/settings/update', { refreshes: ['GET /api/settings'] });
  const form = useForm({
    initial: saved,
    async send(values, before) {
      await update.mutateAsync({ body: parseJsonFields(changedFields(before, values), t.notJson) });
      showToast(t.saved);
    },
  });
  return (
    <Form form={form} submit={t.save}>
      <AppFileFields form={form} />
    </Form>
  );
}

/** Leads to the aliases of the main host that visitors asked for and that do not exist. */
export function MissingLinks() {
  const t = useTexts('misses');
  return (
    <section className="card stack">
      <h2>{t.main}</h2>
      <p className="hint">{t.mainHint}</p>
      <div>
        <ButtonLink to="/domains/main/misses" icon={SearchX}>
          {t.open}
        </ButtonLink>
      </div>
    </section>
  );
}

/** The files by which apps claim the links of the main host. */
export function AppLinks() {
  const t = useTexts('app-files');
  const { data } = useApi('GET /api/settings');
  if (!data) return null;
  const { apple_app_site_association, assetlinks } = data.data;
  return (
    <section className="server-section">
      <div className="part-head">
        <div className="grow">
          <h2>{t.title}</h2>
          <p className="hint">{t.mainHint}</p>
        </div>
      </div>
      <div className="card">
        <AppFilesForm
          saved={{
            apple_app_site_association: formatJson(apple_app_site_association),
            assetlinks: formatJson(assetlinks),
          }}
        />
      </div>
    </section>
  );
}
