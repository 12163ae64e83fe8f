import { useEffect } from 'react';
import { send } from '../../lib/api.ts';
import { useTexts } from '../../lib/texts.ts';
import { useForm } from '../../lib/use-form.ts';
import { PasswordField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

/** Asks for the password of shared statistics, and passes on the token that opens them. */
export function UnlockForm({ token, onOpen }: { token: string; onOpen(access: string): void }) {
  const t = useTexts('shared');
  const form = useForm({
    initial: { password: '' },
    async send(body) {
      const { data } = await send('POST /api/shared/:token/access', { params: { token }, body });
      onOpen(data.token);
    },
  });
  useEffect(() => {
    document.title = `${t.title} · Signpost`;
  }, [t]);
  return (
    <div className="page">
      <div className="card stack shared-password">
        <h1>{t.title}</h1>
        <p>{t.passwordText}</p>
        <Form form={form} submit={t.show}>
          <PasswordField {...form.field('password')} label={t.password} autoComplete="off" autoFocus required />
        </Form>
      </div>
    </div>
  );
}
