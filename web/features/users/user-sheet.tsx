import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useForm } from '../../lib/use-form.ts';
import { SideSheet } from '../../ui/dialog.tsx';
import { SwitchField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

/** A password reset link for the user with this email address. */
export interface PasswordLink {
  email: string;
  link: string;
}

/** Adds a user and passes on the link that sets their password. */
export function UserSheet({ onMade, onClose }: { onMade(made: PasswordLink): void; onClose(): void }) {
  const t = useTexts('users');
  const create = useSend('POST /api/user/add', { refreshes: ['GET /api/users'] });
  const form = useForm({
    initial: { email: '', username: '', admin: false },
    async send({ email, username, admin }) {
      const name = username.trim();
      const { link } = await create.mutateAsync({ body: { email, admin, ...(name !== '' && { username: name }) } });
      onClose();
      if (link) onMade({ email, link });
    },
  });
  return (
    <SideSheet title={t.add} onClose={onClose} isChanged={form.isChanged}>
      <Form form={form} submit={t.create} onCancel={onClose}>
        <TextField {...form.field('email')} label={t.email} hint={t.linkHint} type="email" autoComplete="off" />
        <TextField
          {...form.field('username')}
          label={t.username}
          hint={t.usernameHint}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="off"
          isOptional
        />
        <SwitchField {...form.field('admin')} label={t.admin} hint={t.adminHint} />
      </Form>
    </SideSheet>
  );
}
