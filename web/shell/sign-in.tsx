import { useEffect, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { describePasskeyProblem } from '../lib/passkeys.ts';
import { signIn, signInByPasskey, signInByProvider, useSession } from '../lib/session.ts';
import { useSignInMethods } from '../lib/sign-on.ts';
import { useTexts } from '../lib/texts.ts';
import { useForm } from '../lib/use-form.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useModal } from '../ui/use-modal.ts';
import { EntryCard } from './entry-card.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { SignOnButton, SignOnLink, SignOnProblem } from './sign-on.tsx';

/** Signs in without a password, or says why this page cannot. */
function PasskeySignIn() {
  const t = useTexts('passkeys');
  const problem = describePasskeyProblem();
  return problem ? <p className="hint">{problem}</p> : <PasskeyButton label={t.use} use={signInByPasskey} />;
}

/** The fields of the sign-in page. */
export function SignInForm({ email: known = '' }: { email?: string }) {
  const t = useTexts('shell').signIn;
  const passkeyTexts = useTexts('passkeys');
  const [needsCode, setNeedsCode] = useState(false);

  async function send({ email, password, code }: { email: string; password: string; code: string }): Promise<void> {
    try {
      await signIn(email, password, code);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'second_factor_required' && !needsCode) {
        if (!('code' in error.fields)) throw new ApiError({ ...error, fields: {}, message: passkeyTexts.required });
        setNeedsCode(true);
        return;
      }
      if (error.code === 'sign_in_failed') throw new ApiError({ ...error, message: t.wrong });
      if (error.status === 429)
        throw new ApiError({ ...error, status: 400, message: t.tooMany({ count: error.retryAfterSeconds ?? 60 }) });
      throw error;
    }
  }

  const form = useForm({ initial: { email: known, password: '', code: '' }, send });
  return (
    <Form form={form} submit={t.submit}>
      <TextField {...form.field('email')} label={t.email} type="email" autoComplete="username" autoFocus required />
      <PasswordField {...form.field('password')} label={t.password} autoComplete="current-password" required />
      {needsCode && (
        <TextField
          {...form.field('code')}
          label={t.code}
          hint={t.codeHint}
          autoComplete="one-time-code"
          autoFocus
          required
        />
      )}
    </Form>
  );
}

/** The sign-in page. */
export function SignInScreen() {
  const t = useTexts('shell').signIn;
  const { isKnown, hasPassword, provider } = useSignInMethods();
  const [hasForgotten, setForgotten] = useState(false);
  if (!isKnown) return null;
  if (hasForgotten) return <ForgotForm onBack={() => setForgotten(false)} />;
  if (!hasPassword && provider !== undefined) return <OnlySignOn provider={provider} />;
  return (
    <EntryCard title={t.title} note={t.firstStart}>
      <SignOnProblem />
      {provider !== undefined && (
        <>
          <SignOnLink name={provider} isMain={false} />
          <Or />
        </>
      )}
      <SignInForm />
      <PasskeySignIn />
      <Button kind="quiet" onClick={() => setForgotten(true)}>
        {t.forgot}
      </Button>
    </EntryCard>
  );
}

function Or() {
  const t = useTexts('sign-on');
  return <p className="sign-in-or">{t.or}</p>;
}

/** Where passwords are closed. Someone with a link of the command line has just set one, and may use it. */
function OnlySignOn({ provider }: { provider: string }) {
  const { title } = useTexts('shell').signIn;
  const t = useTexts('sign-on');
  const [isRecovering] = useState(() => new URLSearchParams(location.search).has('recovery'));
  return (
    <EntryCard title={title}>
      <SignOnProblem />
      {isRecovering ? (
        <>
          <p className="quiet">{t.recovery}</p>
          <SignInForm />
          <Or />
        </>
      ) : (
        <p className="quiet">{t.onlyNote}</p>
      )}
      <SignOnLink name={provider} isMain={!isRecovering} />
    </EntryCard>
  );
}

/** The sign-in dialog over a screen whose session has ended; no input is lost. */
export function SignInAgain() {
  const t = useTexts('shell').signIn;
  const modal = useModal(() => {});
  const { ref } = modal;
  const { email, oidc } = useSession();
  const { hasPassword, provider } = useSignInMethods();
  const { signIn: signInWith } = useTexts('sign-on');
  const isOnly = !hasPassword && oidc;
  useEffect(() => ref.current?.querySelector<HTMLElement>('[name=password]')?.focus(), [ref]);
  return (
    <dialog {...modal} className="modal dialog sign-in-again" aria-label={t.title}>
      <div className="stack">
        <h2>{t.title}</h2>
        <p className="quiet">{t.ended}</p>
        {!isOnly && (
          <>
            <SignInForm email={email} />
            <PasskeySignIn />
          </>
        )}
        {provider !== undefined && <SignOnButton label={signInWith({ name: provider })} use={signInByProvider} />}
      </div>
    </dialog>
  );
}
