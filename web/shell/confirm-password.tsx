import { ApiError, atField } from '../lib/api-error.ts';
import { describePasskeyProblem, provePasskey } from '../lib/passkeys.ts';
import { type PasswordQuestion, passwordQuestion } from '../lib/password-question.ts';
import { useSession } from '../lib/session.ts';
import { confirmInWindow, useSignInMethods } from '../lib/sign-on.ts';
import { useTexts } from '../lib/texts.ts';
import { useForm } from '../lib/use-form.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SignOnButton } from './sign-on.tsx';

/** Asks for the current password or a passkey if the API requires it, then continues the request. */
export function ConfirmPassword() {
  const question = passwordQuestion.use();
  return question && <PasswordDialog {...question} />;
}

function PasswordDialog({ answer, cancel }: PasswordQuestion) {
  const all = useTexts('shell');
  const t = all.confirmPassword;
  const { use } = useTexts('passkeys');
  const { passkeys, address, oidc, password: hasPassword } = useSession();
  const { provider, hasPassword: isOpen } = useSignInMethods();
  const signOn = useTexts('sign-on');
  // Where passwords are closed, users confirm as they sign in.
  const asksPassword = hasPassword && (isOpen || !oidc);
  const form = useForm({
    initial: { current_password: '' },
    async send(confirmation) {
      try {
        await answer(confirmation);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 429)
          throw atField(error, 'password_required', 'current_password', t.wrong);
        const message = all.signIn.tooMany({ count: error.retryAfterSeconds ?? 60 });
        throw new ApiError({ ...error, status: 400, message });
      }
    },
  });
  return (
    <Dialog title={asksPassword ? t.title : signOn.confirmTitle} onClose={cancel} isHeld>
      {asksPassword ? (
        <Form form={form} submit={t.submit} onCancel={cancel}>
          <p className="quiet">{t.text}</p>
          <PasswordField
            {...form.field('current_password')}
            label={t.password}
            autoComplete="current-password"
            autoFocus
          />
        </Form>
      ) : (
        <p className="quiet">{signOn.confirmText}</p>
      )}
      {oidc && provider !== undefined && (
        <SignOnButton
          label={signOn.confirm({ name: provider })}
          use={async () => {
            await confirmInWindow();
            await answer({});
          }}
        />
      )}
      {passkeys > 0 && !describePasskeyProblem(address) && (
        <PasskeyButton label={use} use={async () => answer({ current_passkey: await provePasskey() })} />
      )}
    </Dialog>
  );
}
