import { useSend } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { useForm } from '../../lib/use-form.ts';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

/** Changes the email address of the account. */
export function EmailForm({ email }: { email: string }) {
  const t = useTexts('settings');
  const update = useSend('PUT /api/account/update', { refreshes: ['GET /api/account', 'GET /api/session'] });
  const form = useForm({
    initial: { email },
    async send(body) {
      await update.mutateAsync({ body });
      showToast(t.emailSaved);
    },
  });
  return (
    <Form form={form} submit={t.saveEmail}>
      <TextField {...form.field('email')} label={t.email} hint={t.emailHint} type="email" autoComplete="email" />
    </Form>
  );
}

/** Sets a new password. */
export function PasswordForm() {
  const t = useTexts('settings');
  const update = useSend('PUT /api/account/update', { refreshes: ['GET /api/sessions'] });
  const form = useForm({
    initial: { password: '' },
    async send(body) {
      await update.mutateAsync({ body });
      form.set({ password: '' });
      showToast(t.passwordSaved);
    },
  });
  return (
    <Form form={form} submit={t.savePassword}>
      <PasswordField {...form.field('password')} label={t.password} hint={t.passwordHint} autoComplete="new-password" />
    </Form>
  );
}
