import { type Role, roles } from '../../../src/core/role.ts';
import { atField } from '../../lib/api-error.ts';
import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useForm } from '../../lib/use-form.ts';
import type { OwnWorkspace } from '../../lib/workspaces.ts';
import { SideSheet } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import type { MadeInvitation } from './invitation-link.tsx';

interface Props {
  workspace: OwnWorkspace;
  onMade(made: MadeInvitation): void;
  onClose(): void;
}

/** Invites somebody by their email address, and passes on the link. */
export function InviteSheet({ workspace, onMade, onClose }: Props) {
  const t = useTexts('members');
  const { names, may } = useTexts('roles');
  const invite = useSend('POST /api/workspace/:id/invite', { refreshes: ['GET /api/workspace/:id/invitations'] });
  const form = useForm({
    initial: { email: '', role: 'editor' as Role },
    async send(body) {
      const made = await invite.mutateAsync({ params: { id: workspace.id }, body }).catch((error) => {
        throw atField(error, 'already_member', 'email');
      });
      onClose();
      onMade({ email: body.email, ...made });
    },
  });
  const given = roles.filter((role) => workspace.role === 'owner' || role !== 'owner');
  return (
    <SideSheet title={t.invite} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={t.makeInvitation} onCancel={onClose}>
        <TextField {...form.field('email')} label={t.email} hint={t.emailHint} type="email" autoComplete="off" />
        <SelectField
          {...form.field('role')}
          label={t.role}
          hint={may[form.values.role]}
          options={given.map((role) => ({ value: role, label: names[role] }))}
        />
      </Form>
    </SideSheet>
  );
}
