import { useDomainOptions } from '../../lib/domain-options.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useShortHost } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { useForm } from '../../lib/use-form.ts';
import { SideSheet } from '../../ui/dialog.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { EventsField } from './events-field.tsx';
import { bodyOf, valuesOf, type WebhookRow } from './webhook-form.ts';

interface Props {
  webhook?: WebhookRow | undefined;
  /** Called with the secret of a new webhook. */
  onMade(secret: string): void;
  onClose(): void;
}

/** Creates or edits a webhook. */
export function WebhookSheet({ webhook, onMade, onClose }: Props) {
  const t = useTexts('webhooks');
  const create = useSend('POST /api/webhook/add', { refreshes: ['GET /api/webhooks'] });
  const update = useSend('PUT /api/webhook/:id/update', { refreshes: ['GET /api/webhooks'] });
  const campaigns = useApi('GET /api/campaigns', { query: { limit: 1000 } }).data?.data.campaigns ?? [];
  const mainHost = useShortHost();
  const domains = useDomainOptions();
  const form = useForm({
    initial: valuesOf(webhook),
    async send(values) {
      if (webhook) {
        await update.mutateAsync({ params: { id: webhook.id }, body: { ...bodyOf(values), status: values.status } });
        showToast(t.saved);
        onClose();
        return;
      }
      const { secret } = await create.mutateAsync({ body: bodyOf(values) });
      onClose();
      onMade(secret);
    },
  });
  const status = form.field('status');
  const campaignOptions = campaigns.map(({ id, name }) => ({ value: String(id), label: name }));
  const domainOptions = domains.map(({ value, label }) => ({
    value: value === '' ? mainHost : withoutScheme(value),
    label,
  }));
  return (
    <SideSheet title={webhook ? t.edit : t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={webhook ? t.save : t.create} onCancel={onClose}>
        <TextField {...form.field('url')} label={t.url} hint={t.urlHint} type="url" isMono />
        <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} isOptional />
        <EventsField {...form.field('events')} />
        <TextField {...form.field('tag')} label={t.filterTag} hint={t.filterHint} maxLength={50} isOptional />
        <SelectField
          {...form.field('campaign')}
          label={t.filterCampaign}
          options={[{ value: '', label: t.all }, ...campaignOptions]}
        />
        <SelectField
          {...form.field('domain')}
          label={t.filterDomain}
          options={[{ value: '', label: t.all }, ...domainOptions]}
        />
        {webhook && (
          <SwitchField
            {...status}
            value={status.value === 'active'}
            onChange={(isOn) => status.onChange(isOn ? 'active' : 'disabled')}
            label={t.isActive}
            hint={t.isActiveHint}
          />
        )}
      </Form>
    </SideSheet>
  );
}
