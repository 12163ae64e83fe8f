import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { send } from '../../lib/api.ts';
import { formFieldError } from '../../lib/api-error.ts';
import { useSend } from '../../lib/query.ts';
import { openWorkspace, useSession } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { type OwnWorkspace, useHasRole } from '../../lib/workspaces.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';

interface Props {
  workspace: OwnWorkspace;
  onClose(): void;
}

function RenameDialog({ workspace: { id, name }, onClose }: Props) {
  const t = useTexts('members');
  const update = useSend('PUT /api/workspace/:id/update', { refreshes: ['GET /api/workspaces'] });
  const form = useForm({
    initial: { name },
    async send(body) {
      await update.mutateAsync({ params: { id }, body });
      showToast(t.renamed);
      onClose();
    },
  });
  return (
    <Dialog title={t.rename} onClose={onClose}>
      <Form form={form} submit={t.save} onCancel={onClose}>
        <TextField {...form.field('name')} label={t.name} maxLength={255} autoComplete="off" />
      </Form>
    </Dialog>
  );
}

/** Deletes the workspace with everything in it, once its name is typed. */
function DeleteDialog({ workspace: { id, name }, onClose }: Props) {
  const t = useTexts('members');
  const { userid } = useSession();
  const form = useForm({
    initial: { name: '' },
    async send(body) {
      if (body.name !== name) throw formFieldError('name', t.wrongName);
      await send('DELETE /api/workspace/:id/delete', { params: { id }, query: { force: '1' }, body });
      await openWorkspace(userid, '/');
    },
  });
  return (
    <Dialog title={t.deleteTitle({ name })} onClose={onClose}>
      <div className="stack">
        <p className="quiet">{t.deleteText}</p>
        <Form form={form} submit={t.deleteWorkspace} onCancel={onClose} isDanger>
          <TextField {...form.field('name')} label={t.typeName({ name })} autoComplete="off" />
        </Form>
      </div>
    </Dialog>
  );
}

/** Renames and deletes the workspace. */
export function WorkspaceMenu({ workspace }: { workspace: OwnWorkspace }) {
  const t = useTexts('members');
  const [open, setOpen] = useState<'rename' | 'delete'>();
  const isOwner = useHasRole('owner');
  const items: MenuItem[] = [
    { name: t.rename, icon: Pencil, isChange: true, run: () => setOpen('rename') },
    ...(isOwner ? [{ name: t.deleteWorkspace, icon: Trash2, isDanger: true, run: () => setOpen('delete') }] : []),
  ];
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu items={items} />
      {open === 'rename' && <RenameDialog workspace={workspace} onClose={close} />}
      {open === 'delete' && <DeleteDialog workspace={workspace} onClose={close} />}
    </>
  );
}
