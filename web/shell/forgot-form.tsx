import { useState } from 'react';
import { send } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { useTexts } from '../lib/texts.ts';
import { useForm } from '../lib/use-form.ts';
import { Button } from '../ui/button.tsx';
import { CopyLine } from '../ui/copy-line.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { EntryCard } from './entry-card.tsx';

/** Requests an email with a password reset link. */
export function ForgotForm({ onBack }: { onBack(): void }) {
  const all = useTexts('shell');
  const t = all.forgot;
  const [message, setMessage] = useState<string>();
  const [email, setEmail] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    async send({ email }) {
      try {
        await send('POST /api/password/forgot', { body: { email } });
        setMessage(t.sent);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'mail_not_set_up') throw error;
        setMessage(t.noMail);
        setEmail(email);
      }
    },
  });
  return (
    <EntryCard title={t.title}>
      {message ? (
        <div role="status" className="stack">
          <p>{message}</p>
          {email && (
            <>
              <p className="quiet">{t.operator}</p>
              <CopyLine text={`signpost user reset ${email}`} />
            </>
          )}
        </div>
      ) : (
        <>
          <p className="quiet">{t.text}</p>
          <Form form={form} submit={t.submit}>
            <TextField
              {...form.field('email')}
              label={all.signIn.email}
              type="email"
              autoComplete="username"
              autoFocus
            />
          </Form>
        </>
      )}
      <Button kind="quiet" onClick={onBack}>
        {t.back}
      </Button>
    </EntryCard>
  );
}
