import { changedFields } from '../../lib/changed-fields.ts';
import { useApi, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { type FormState, useForm } from '../../lib/use-form.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { ColorField } from '../../ui/color-field.tsx';
import { SideSheet } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PagePreview } from '../../ui/page-preview.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TakeDownNote } from '../../ui/take-down.tsx';
import { OverlayContentFields } from './content-fields.tsx';
import { type Details, type OverlayValues, toOverlayBody, toOverlayValues, types } from './overlay-form.ts';

const POSITIONS = ['top', 'bottom', 'bottom-left', 'bottom-right', 'center'] as const;

function Placing({ form }: { form: FormState<OverlayValues> }) {
  const t = useTexts('overlays');
  const positions = POSITIONS.map((value) => ({ value, label: t.positions[value] }));
  return (
    <>
      <SelectField<OverlayValues['position']>
        {...form.field('position')}
        label={t.position}
        options={[{ value: '', label: t.defaultPosition }, ...positions]}
      />
      <TextField {...form.field('delay')} label={t.delay} type="number" inputMode="numeric" min={0} />
      <SwitchField {...form.field('dismissable')} label={t.dismissable} />
    </>
  );
}

function OverlayForm({ overlay, onClose }: { overlay?: Details; onClose(): void }) {
  const t = useTexts('overlays');
  const refreshes = ['GET /api/overlay', 'GET /api/overlay/:id'] as const;
  const create = useSend('POST /api/overlay/add', { refreshes: [...refreshes] });
  const update = useSend('PUT /api/overlay/:id/update', { refreshes: [...refreshes] });
  const form = useForm({
    initial: toOverlayValues(overlay),
    async send(values, saved) {
      const body = toOverlayBody(values);
      const changes = changedFields(toOverlayBody(saved), body);
      const { warning } = overlay
        ? await update.mutateAsync({ params: { id: overlay.id }, body: changes })
        : await create.mutateAsync({ body: { ...body, type: values.type } });
      showToast(warning ?? t.saved, warning ? { lastsMs: 10_000 } : {});
      onClose();
    },
  });
  const { type, name } = form.values;
  const preview = usePreview('POST /api/overlay/preview', {
    ...toOverlayBody(form.values),
    type,
    name: name || t.types[type],
  });
  const hasLookError = ['background', 'foreground', 'accent', 'logo'].some((name) => form.errorOf(name));
  return (
    <SideSheet title={overlay ? t.edit : t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={overlay ? t.save : t.create} onCancel={onClose}>
        <div className="beside">
          <div className="stack">
            <TakeDownNote of={overlay} />
            {!overlay && (
              <SelectField
                {...form.field('type')}
                label={t.type}
                options={types.map((value) => ({ value, label: t.types[value] }))}
              />
            )}
            <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} />
            <OverlayContentFields form={form} />
            <div>
              <Section title={t.timing}>
                <Placing form={form} />
              </Section>
              <Section title={t.appearance} isOpen={hasLookError}>
                <ColorField {...form.field('background')} label={t.background} isOptional />
                <ColorField {...form.field('foreground')} label={t.foreground} isOptional />
                <ColorField {...form.field('accent')} label={t.accent} isOptional />
                <PictureField {...form.field('logo')} label={t.logo} isOptional />
              </Section>
            </div>
          </div>
          <PagePreview html={preview.answer?.html} error={preview.error} />
        </div>
      </Form>
    </SideSheet>
  );
}

/** Creates an overlay, or edits the one with this id. */
export function OverlaySheet({ id, onClose }: { id?: number; onClose(): void }) {
  const t = useTexts('overlays');
  const { data, error } = useApi('GET /api/overlay/:id', { params: { id: id ?? 0 } }, { isEnabled: id !== undefined });
  if (id === undefined) return <OverlayForm onClose={onClose} />;
  if (data) return <OverlayForm overlay={data.details as Details} onClose={onClose} />;
  return (
    <SideSheet title={t.edit} onClose={onClose}>
      {error ? <FailureNotice error={error} /> : <SkeletonRows />}
    </SideSheet>
  );
}
