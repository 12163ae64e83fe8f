import { ApiError, atField } from '../lib/api-error.ts';
import { passwordQuestion } from '../lib/password-question.ts';
import { useTexts } from '../lib/texts.ts';
import { useForm } from '../lib/use-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';

/** Asks for the current password if the API requires it, then continues the request. */
export function ConfirmPassword() {
  const question = passwordQuestion.use();
  return question && <PasswordDialog {...question} />;
}

function PasswordDialog({ answer, cancel }: { answer(password: string): Promise<void>; cancel(): void }) {
  const all = useTexts('shell');
  const t = all.confirmPassword;
  const form = useForm({
    initial: { current_password: '' },
    async send({ current_password: password }) {
      try {
        await answer(password);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 429)
          throw atField(error, 'password_required', 'current_password', t.wrong);
        const message = all.signIn.tooMany({ count: error.retryAfterSeconds ?? 60 });
        throw new ApiError({ ...error, status: 400, message });
      }
    },
  });
  return (
    <Dialog title={t.title} onClose={cancel} isHeld>
      <Form form={form} submit={t.submit} onCancel={cancel}>
        <p className="quiet">{t.text}</p>
        <PasswordField
          {...form.field('current_password')}
          label={t.password}
          autoComplete="current-password"
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
