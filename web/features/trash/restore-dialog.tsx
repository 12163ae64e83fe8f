import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { restoredLists, type TrashRow } from './trash-row.ts';

/** Asks for another alias or slug, because somebody else has the old one by now. */
export function RestoreDialog({ row, onClose }: { row: TrashRow; onClose(): void }) {
  const t = useTexts('trash');
  const restore = useSend('POST /api/trash/:id/restore', { refreshes: restoredLists });
  const form = useForm({
    initial: { custom: '' },
    async send({ custom }) {
      await restore.mutateAsync({ params: { id: row.id }, body: { custom } });
      showToast(t.restored({ name: row.name }));
      onClose();
    },
  });
  return (
    <Dialog title={t.takenTitle} onClose={onClose}>
      <Form form={form} submit={t.restoreIt} onCancel={onClose}>
        <p className="quiet">{t.takenText}</p>
        <TextField {...form.field('custom')} label={t.custom} maxLength={100} required isMono />
      </Form>
    </Dialog>
  );
}
