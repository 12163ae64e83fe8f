import { useState } from 'react';
import { send } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { useTexts } from '../lib/texts.ts';
import { useForm } from '../lib/use-form.ts';
import { PasswordField, SwitchField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { EntryCard } from './entry-card.tsx';

/** The page of a password reset link; its token is in the fragment, which servers do not see. */
export function ResetPassword() {
  const all = useTexts('shell');
  const t = all.reset;
  const [token] = useState(() => location.hash.slice(1));
  const [end, setEnd] = useState<'done' | 'spent'>();
  const form = useForm({
    initial: { password: '', revoke_keys: false, revoke_passkeys: false },
    async send(values) {
      try {
        await send('POST /api/password/reset', { body: { token, ...values } });
        setEnd('done');
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'reset_link_spent') throw error;
        setEnd('spent');
      }
    },
  });
  return (
    <EntryCard title={t.title}>
      {end ? (
        <>
          <p role={end === 'done' ? 'status' : 'alert'}>{t[end]}</p>
          <a className="button primary" href="/app?recovery">
            {all.signIn.submit}
          </a>
        </>
      ) : (
        <Form form={form} submit={t.submit}>
          <PasswordField
            {...form.field('password')}
            label={t.password}
            hint={t.hint}
            autoComplete="new-password"
            autoFocus
          />
          <SwitchField {...form.field('revoke_keys')} label={t.revokeKeys} hint={t.revokeKeysHint} />
          <SwitchField {...form.field('revoke_passkeys')} label={t.revokePasskeys} hint={t.revokePasskeysHint} />
        </Form>
      )}
    </EntryCard>
  );
}
