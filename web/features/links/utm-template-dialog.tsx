import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type UtmValues, utmNames } from '../../../src/lib/utm-names.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { useList, useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { type TemplateRow, utmValuesOf } from './utm-template.ts';

const LIST = 'GET /api/utm-templates';

interface FormProps {
  /** The template to edit; omitted for a new one. */
  template?: TemplateRow | undefined;
  /** What a new template starts with. */
  values?: UtmValues;
  onSaved?(template: UtmValues & { id: number }): void;
  onClose(): void;
}

/** Creates or edits a template. */
export function UtmTemplateDialog({ template, values = utmValuesOf([]), onSaved, onClose }: FormProps) {
  const t = useTexts('utm-templates');
  const utm = useTexts('link-utm');
  const create = useSend('POST /api/utm-template/add', { refreshes: [LIST] });
  const update = useSend('PUT /api/utm-template/:id/update', { refreshes: [LIST] });
  const id = template?.id;
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = template ?? values;
  const form = useForm({
    initial: { name: template?.name ?? '', utm_source, utm_medium, utm_campaign, utm_term, utm_content },
    async send(edited, saved) {
      if (id === undefined) {
        const answer = await create.mutateAsync({ body: edited });
        onSaved?.({ ...edited, id: answer.id });
      } else await update.mutateAsync({ params: { id }, body: changedFields(saved, edited) });
      showToast(t.saved);
      onClose();
    },
  });
  return (
    <Dialog title={template ? t.edit : t.new} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={template ? t.save : t.create} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} />
        {utmNames.map((name) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={utm.fields[name]}
            placeholder={utm.examples[name]}
            maxLength={255}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        ))}
      </Form>
    </Dialog>
  );
}

/** Lists the account's templates, to create, edit and delete them. */
export function UtmTemplatesDialog({ onClose }: { onClose(): void }) {
  const t = useTexts('utm-templates');
  const list = useList(LIST, {}, 1000);
  const remove = useSend('DELETE /api/utm-template/:id/delete', { refreshes: [LIST] });
  const [open, setOpen] = useState<TemplateRow | 'new'>();
  const [deleted, setDeleted] = useState<TemplateRow>();

  if (open)
    return <UtmTemplateDialog template={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />;
  // It asks first: while a dialog is open, the "Undo" of a notification cannot be clicked.
  if (deleted)
    return (
      <ConfirmDelete
        title={t.deleteTitle({ name: deleted.name })}
        onConfirm={() => remove.mutateAsync({ params: { id: deleted.id } })}
        onClose={() => setDeleted(undefined)}
      >
        {t.deleteText}
      </ConfirmDelete>
    );
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div className="stack">
        <p className="quiet">{t.lead}</p>
        {list.error && <FailureNotice error={list.error} onRetry={list.retry} />}
        {list.isPending && <SkeletonRows />}
        {list.rows.length > 0 && (
          <ul className="links-templates">
            {list.rows.map((template) => (
              <li key={template.id}>
                <span className="grow">
                  <b className="cut">{template.name}</b>
                  <span className="cut hint">
                    {utmNames
                      .map((name) => template[name])
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <IconButton label={`${t.edit}: ${template.name}`} icon={Pencil} onClick={() => setOpen(template)} />
                <IconButton
                  label={`${t.delete}: ${template.name}`}
                  icon={Trash2}
                  onClick={() => setDeleted(template)}
                />
              </li>
            ))}
          </ul>
        )}
        <div className="form-buttons">
          <Button icon={Plus} onClick={() => setOpen('new')}>
            {t.new}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
