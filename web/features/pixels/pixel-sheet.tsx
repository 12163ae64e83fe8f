import { changedFields } from '../../lib/changed-fields.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { SideSheet } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type PixelRow, vendorNameOf, vendorOptions } from './vendors.ts';

/** Creates or edits a pixel. */
export function PixelSheet({ pixel, onClose }: { pixel?: PixelRow; onClose(): void }) {
  const t = useTexts('pixels');
  const create = useSend('POST /api/pixel/add', { refreshes: ['GET /api/pixels'] });
  const update = useSend('PUT /api/pixel/:id/update', { refreshes: ['GET /api/pixels'] });
  const form = useForm({
    initial: { type: pixel?.type ?? 'tagmgrpixel', name: pixel?.name ?? '', tag: pixel?.tag ?? '' },
    async send({ type, name, tag }, saved) {
      const { warning } = pixel
        ? // The API requires the tag.
          await update.mutateAsync({ params: { id: pixel.id }, body: { ...changedFields(saved, { name }), tag } })
        : await create.mutateAsync({ body: { type, name, tag } });
      showToast(warning ?? t.saved, warning ? { lastsMs: 10_000 } : {});
      onClose();
    },
  });
  return (
    <SideSheet title={pixel ? t.edit : t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={pixel ? t.save : t.create} onCancel={onClose}>
        {!pixel && <SelectField {...form.field('type')} label={t.vendor} options={vendorOptions} />}
        <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} />
        <TextField
          {...form.field('tag')}
          label={t.tag}
          hint={t.tagHint({ example: vendorNameOf(form.values.type).example })}
          isMono
        />
      </Form>
    </SideSheet>
  );
}
