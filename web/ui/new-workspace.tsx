import { useSend } from '../lib/query.ts';
import { openWorkspace } from '../lib/session.ts';
import { useTexts } from '../lib/texts.ts';
import { useForm } from '../lib/use-form.ts';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { Form } from './form.tsx';

/** Creates a shared workspace and opens its members, so that the user can invite the first one. */
export function NewWorkspace({ onClose }: { onClose(): void }) {
  const t = useTexts('workspaces');
  const create = useSend('POST /api/workspace/add');
  const form = useForm({
    initial: { name: '' },
    async send(body) {
      const { id } = await create.mutateAsync({ body });
      await openWorkspace(id, '/members');
    },
  });
  return (
    <Dialog title={t.newTitle} onClose={onClose}>
      <div className="stack">
        <p className="quiet">{t.newText}</p>
        <Form form={form} submit={t.create} onCancel={onClose}>
          <TextField {...form.field('name')} label={t.name} hint={t.nameHint} maxLength={255} autoComplete="off" />
        </Form>
      </div>
    </Dialog>
  );
}
