import { changedFields } from '../../lib/changed-fields.ts';
import { type RowOf, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { ColorField } from '../../ui/color-field.tsx';
import { SideSheet } from '../../ui/dialog.tsx';
import { SwitchField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

export type ChannelRow = RowOf<'GET /api/channels'>;

/** Our green, the default color of a channel. */
const DEFAULT_COLOR = '#176b62';

interface Props {
  channel?: ChannelRow;
  onMade?(id: number): void;
  onClose(): void;
}

/** Creates or edits a channel. */
export function ChannelSheet({ channel, onMade, onClose }: Props) {
  const t = useTexts('channels');
  const create = useSend('POST /api/channel/add', { refreshes: ['GET /api/channels'] });
  const update = useSend('PUT /api/channel/:id/update', { refreshes: ['GET /api/channels'] });
  const form = useForm({
    initial: {
      name: channel?.name ?? '',
      description: channel?.description ?? '',
      color: channel?.color ?? DEFAULT_COLOR,
      starred: channel?.starred ?? false,
    },
    async send(body, saved) {
      if (channel) {
        await update.mutateAsync({ params: { id: channel.id }, body: changedFields(saved, body) });
        showToast(t.saved);
        onClose();
        return;
      }
      const { id } = await create.mutateAsync({ body });
      showToast(t.saved);
      onClose();
      onMade?.(id);
    },
  });
  return (
    <SideSheet title={channel ? t.edit : t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={channel ? t.save : t.create} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.name} maxLength={255} />
        <TextAreaField {...form.field('description')} label={t.description} maxLength={1000} isOptional />
        <ColorField {...form.field('color')} label={t.color} />
        <SwitchField {...form.field('starred')} label={t.starred} />
      </Form>
    </SideSheet>
  );
}
