import { LogIn } from 'lucide-react';
import { useEffect, useState } from 'react';
import { send } from '../lib/api.ts';
import { describeError } from '../lib/error-words.ts';
import { askForPasskey, describePasskeyProblem } from '../lib/passkeys.ts';
import { describeProblem, reportSignIn, sendFactor, signOnUrl } from '../lib/sign-on.ts';
import { useTexts } from '../lib/texts.ts';
import { useForm } from '../lib/use-form.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { EntryCard } from './entry-card.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** The problem that the server added to the URL of a page. */
function readProblem(): string | null {
  return new URLSearchParams(location.search).get('problem');
}

/** Says why a sign-in with the identity provider failed. */
export function SignOnProblem() {
  const [problem] = useState(readProblem);
  return problem === null ? null : (
    <p className="problem" role="alert">
      {describeProblem(problem)}
    </p>
  );
}

/** Leads to the identity provider. */
export function SignOnLink({ name, isMain }: { name: string; isMain: boolean }) {
  const t = useTexts('sign-on');
  return (
    <a className={`button ${isMain ? 'primary' : 'plain'} sign-on`} href={signOnUrl()}>
      <LogIn size={16} aria-hidden />
      {t.signIn({ name })}
    </a>
  );
}

/** Opens the identity provider in a window, so that nothing on this page is lost. */
export function SignOnButton({ label, use }: { label: string; use(): Promise<void> }) {
  const [error, setError] = useState<unknown>();
  async function run(): Promise<void> {
    setError(undefined);
    await use().catch(setError);
  }
  return (
    <div className="passkey-button">
      <Button icon={LogIn} onClick={run}>
        {label}
      </Button>
      {error !== undefined && (
        <p className="problem" role="alert">
          {describeError(error)}
        </p>
      )}
    </div>
  );
}

/** Asks for the second factor of an account after a sign-in with the identity provider. */
export function SignOnFactor() {
  const t = useTexts('sign-on');
  const { use } = useTexts('passkeys');
  const form = useForm({ initial: { code: '' }, send: ({ code }) => sendFactor({ code }) });

  async function usePasskey(): Promise<void> {
    const { options } = await send('POST /api/session/passkey/options');
    await sendFactor({ passkey: await askForPasskey(options) });
  }

  return (
    <EntryCard title={t.factorTitle}>
      <p className="quiet">{t.factorText}</p>
      <Form form={form} submit={t.continue}>
        <TextField
          {...form.field('code')}
          label={t.code}
          hint={t.codeHint}
          autoComplete="one-time-code"
          autoFocus
          required
        />
      </Form>
      {!describePasskeyProblem() && <PasskeyButton label={use} use={usePasskey} />}
      <a className="button quiet" href="/app">
        {t.startAgain}
      </a>
    </EntryCard>
  );
}

/** The page in the window of a confirmation; it closes itself. */
export function SignOnConfirmed() {
  const t = useTexts('sign-on');
  const [problem] = useState(readProblem);
  useEffect(() => reportSignIn(problem), [problem]);
  return (
    <EntryCard title={problem === null ? t.confirmedTitle : t.notConfirmed}>
      <SignOnProblem />
      {problem === null && <p>{t.confirmedText}</p>}
    </EntryCard>
  );
}
