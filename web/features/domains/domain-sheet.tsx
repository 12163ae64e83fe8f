import { useEffect } from 'react';
import type { AnswerOf } from '../../lib/api.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { formatJson, parseJsonFields } from '../../lib/json-text.ts';
import { refresh, useApi, useSend } from '../../lib/query.ts';
import { type TextsOf, useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { completeUrl } from '../../lib/urls.ts';
import { useForm } from '../../lib/use-form.ts';
import { AppFileFields, type AppFileValues } from '../../ui/app-files.tsx';
import { SideSheet } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { CertificatePanel } from './certificate-panel.tsx';
import { DnsPanel } from './dns-panel.tsx';
import { ProofPanel, VerificationNote } from './verification-panel.tsx';

type Details = AnswerOf<'GET /api/domain/:id'>['details'];

const REFETCH_MS = 10_000;

/** Which of the two files a domain has. */
function summarize({ apple_app_site_association: ios, assetlinks: android }: AppFileValues, t: TextsOf<'app-files'>) {
  if (ios !== '') return android === '' ? t.ios : t.both;
  return android === '' ? t.none : t.androidOnly;
}

function DomainForm({ domain, onDone, onClose }: { domain?: Details; onDone(id: number): void; onClose(): void }) {
  const t = useTexts('domains');
  const apps = useTexts('app-files');
  const create = useSend('POST /api/domain/add', { refreshes: ['GET /api/domains'] });
  const update = useSend('PUT /api/domain/:id/update', { refreshes: ['GET /api/domains', 'GET /api/domain/:id'] });
  const form = useForm({
    initial: {
      domain: '',
      redirectroot: domain?.redirectroot ?? '',
      redirect404: domain?.redirect404 ?? '',
      apple_app_site_association: formatJson(domain?.apple_app_site_association),
      assetlinks: formatJson(domain?.assetlinks),
    },
    async send({ domain: name, redirectroot, redirect404, ...texts }, saved) {
      const destinations = { redirectroot, redirect404 };
      const files = parseJsonFields(changedFields(saved, texts), apps.notJson);
      if (domain) {
        const body = { ...changedFields(saved, destinations), ...files };
        await update.mutateAsync({ params: { id: domain.id }, body });
        showToast(t.saved);
        onClose();
      } else {
        const { id, warning } = await create.mutateAsync({
          body: { domain: completeUrl(name), ...destinations, ...files },
        });
        showToast(warning ?? t.saved);
        onDone(id);
      }
    },
  });
  const hasFileError = ['apple_app_site_association', 'assetlinks'].some((name) => form.errorOf(name));
  return (
    <SideSheet title={domain?.domain ?? t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={domain ? t.save : t.create} onCancel={onClose}>
        {domain ? (
          <>
            <VerificationNote domain={domain} />
            <DnsPanel domain={domain} />
            <ProofPanel domain={domain} />
            {domain.verified && <CertificatePanel domain={domain.domain} />}
          </>
        ) : (
          <TextField
            {...form.field('domain')}
            label={t.domain}
            hint={t.domainHint}
            placeholder="https://"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
        <TextField
          {...form.field('redirectroot')}
          label={t.root}
          hint={t.rootHint}
          type="url"
          placeholder="https://"
          isOptional
        />
        <TextField
          {...form.field('redirect404')}
          label={t.notFound}
          hint={t.notFoundHint}
          type="url"
          placeholder="https://"
          isOptional
        />
        <Section title={apps.title} summary={summarize(form.values, apps)} isOpen={hasFileError}>
          <p className="hint">{apps.hint}</p>
          <AppFileFields form={form} />
        </Section>
      </Form>
    </SideSheet>
  );
}

/** Adds a domain, or shows the one with this id: its DNS state, records to set, and redirects. */
export function DomainSheet({ id, onDone, onClose }: { id?: string; onDone(id: number): void; onClose(): void }) {
  const t = useTexts('domains');
  const { data, error } = useApi('GET /api/domain/:id', { params: { id: id ?? '' } }, { isEnabled: id !== undefined });
  const isWaiting = data !== undefined && !(data.details.verified && data.details.dns === 'pointing');
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void refresh('GET /api/domain/:id', 'GET /api/domains'), REFETCH_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  if (id === undefined) return <DomainForm onDone={onDone} onClose={onClose} />;
  if (data) return <DomainForm domain={data.details} onDone={onDone} onClose={onClose} />;
  return (
    <SideSheet title={t.settings} onClose={onClose}>
      {error ? <FailureNotice error={error} /> : <SkeletonRows />}
    </SideSheet>
  );
}
