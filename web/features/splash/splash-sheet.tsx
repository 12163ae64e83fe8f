import { changedFields } from '../../lib/changed-fields.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { ColorField } from '../../ui/color-field.tsx';
import { SideSheet } from '../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PagePreview } from '../../ui/page-preview.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { Section } from '../../ui/section.tsx';
import { TakeDownNote } from '../../ui/take-down.tsx';
import { type SplashPageDetails, toSplashBody, toSplashValues } from './splash-form.ts';

/** Creates or edits a splash page, with a preview below. */
export function SplashSheet({ page, onClose }: { page?: SplashPageDetails; onClose(): void }) {
  const t = useTexts('splash');
  const create = useSend('POST /api/splash/add', { refreshes: ['GET /api/splash'] });
  const update = useSend('PUT /api/splash/:id/update', { refreshes: ['GET /api/splash'] });
  const form = useForm({
    initial: toSplashValues(page),
    async send(values, saved) {
      const body = toSplashBody(values);
      const changes = changedFields(toSplashBody(saved), body);
      if (page) await update.mutateAsync({ params: { id: page.id }, body: changes });
      else await create.mutateAsync({ body });
      showToast(t.saved);
      onClose();
    },
  });
  // The name does not appear on the page, so a page without a name can be previewed too.
  const preview = usePreview('POST /api/splash/preview', {
    ...toSplashBody(form.values),
    name: form.values.name || t.add,
  });
  const hasLookError = ['background', 'foreground', 'accent'].some((name) => form.errorOf(name));
  return (
    <SideSheet title={page ? t.edit : t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={page ? t.save : t.create} onCancel={onClose}>
        <div className="beside">
          <div className="stack">
            <TakeDownNote of={page} />
            <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} />
            <TextField {...form.field('title')} label={t.heading} hint={t.headingHint} maxLength={120} isOptional />
            <TextAreaField {...form.field('text')} label={t.text} maxLength={1000} isOptional />
            <TextField {...form.field('button')} label={t.button} hint={t.buttonHint} maxLength={40} isOptional />
            <TextField
              {...form.field('seconds')}
              label={t.seconds}
              hint={t.secondsHint}
              type="number"
              inputMode="numeric"
              min={0}
            />
            <div>
              <Section title={t.appearance} isOpen={hasLookError}>
                <ColorField {...form.field('background')} label={t.background} isOptional />
                <ColorField {...form.field('foreground')} label={t.foreground} isOptional />
                <ColorField {...form.field('accent')} label={t.accent} isOptional />
                <PictureField {...form.field('picture')} label={t.picture} isOptional />
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
