import { slugify } from '../../../src/lib/slugify.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { type RowOf, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { SideSheet } from '../../ui/dialog.tsx';
import { SwitchField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

export type CampaignItem = RowOf<'GET /api/campaigns'>;

interface Props {
  campaign?: CampaignItem;
  onMade?(id: number): void;
  onClose(): void;
}

/** Creates or edits a campaign. */
export function CampaignSheet({ campaign, onMade, onClose }: Props) {
  const t = useTexts('campaigns');
  const create = useSend('POST /api/campaign/add', { refreshes: ['GET /api/campaigns'] });
  const update = useSend('PUT /api/campaign/:id/update', {
    refreshes: ['GET /api/campaigns', 'GET /api/campaign/:id'],
  });
  const form = useForm({
    initial: { name: campaign?.name ?? '', slug: campaign?.slug ?? '', public: campaign?.public ?? false },
    async send(body, saved) {
      const { id } = campaign
        ? // The API requires the name.
          await update.mutateAsync({
            params: { id: campaign.id },
            body: { ...changedFields(saved, body), name: body.name },
          })
        : await create.mutateAsync({ body });
      showToast(t.saved);
      onClose();
      if (!campaign) onMade?.(id);
    },
  });
  const name = form.field('name');
  const slug = form.field('slug');
  // The slug follows the name until it is edited; a saved one is part of shared URLs and never follows.
  const isSlugDerived = !campaign && slug.value === slugify(name.value);
  return (
    <SideSheet title={campaign ? t.edit : t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={campaign ? t.save : t.create} onCancel={onClose}>
        <TextField
          {...name}
          onChange={(value) => {
            name.onChange(value);
            if (isSlugDerived) slug.onChange(slugify(value));
          }}
          label={t.name}
          maxLength={255}
        />
        <TextField {...slug} label={t.slug} hint={t.slugHint} maxLength={100} isMono isOptional />
        <SwitchField {...form.field('public')} label={t.isPublic} hint={t.publicHint} />
      </Form>
    </SideSheet>
  );
}
