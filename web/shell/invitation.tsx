import { useContext, useState } from 'react';
import { type AnswerOf, send } from '../lib/api.ts';
import { ApiError } from '../lib/api-error.ts';
import { useFormat } from '../lib/format.ts';
import { forgetInvitation, readInvitation } from '../lib/pending-invitation.ts';
import { useApi } from '../lib/query.ts';
import { openWorkspace, SessionContext, type SignedInSession, signIn, signOut } from '../lib/session.ts';
import { useSignInMethods } from '../lib/sign-on.ts';
import { useTexts } from '../lib/texts.ts';
import { useForm } from '../lib/use-form.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { PasswordField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { EntryCard } from './entry-card.tsx';
import { SignInForm } from './sign-in.tsx';
import { SignOnLink } from './sign-on.tsx';

type ReadInvitation = AnswerOf<'POST /api/invitation'>['data'];

function openJoined(workspace: number): Promise<void> {
  forgetInvitation();
  return openWorkspace(workspace, '/');
}

/** For a user who is signed in: one button. */
function Join({ token, invitation, session }: { token: string; invitation: ReadInvitation; session: SignedInSession }) {
  const t = useTexts('invitation');
  const [isForAnother, setForAnother] = useState(false);
  const form = useForm({
    initial: {},
    async send() {
      try {
        const { workspace } = await send('POST /api/invitation/accept', { body: { token } });
        await openJoined(workspace);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invitation_for_another') throw error;
        setForAnother(true);
      }
    },
  });
  const { email } = session;
  if (isForAnother) {
    return (
      <>
        <p role="alert">{t.forAnother({ invited: invitation.email, email })}</p>
        <Button kind="primary" onClick={() => void signOut(location.href)}>
          {t.signOut}
        </Button>
      </>
    );
  }
  return (
    <>
      <Form form={form} submit={t.join({ workspace: invitation.workspace })}>
        <p className="hint">{t.signedInAs({ email })}</p>
      </Form>
      <a className="button quiet" href="/app" onClick={forgetInvitation}>
        {t.notNow}
      </a>
    </>
  );
}

/** Creates an account, which joins at once. */
function Register({ token }: { token: string }) {
  const t = useTexts('invitation');
  const form = useForm({
    initial: { email: '', username: '', password: '' },
    async send({ email, username, password }) {
      const body = { email, username, password, invitation: token };
      const { workspace } = await send('POST /api/account/register', { body });
      await signIn(email, password);
      await openJoined(workspace ?? 0);
    },
  });
  return (
    <Form form={form} submit={t.register}>
      <TextField {...form.field('email')} label={t.email} hint={t.emailHint} type="email" autoComplete="username" />
      <TextField
        {...form.field('username')}
        label={t.username}
        hint={t.usernameHint}
        maxLength={50}
        autoComplete="nickname"
        autoCapitalize="off"
        spellCheck={false}
      />
      <PasswordField {...form.field('password')} label={t.password} hint={t.passwordHint} autoComplete="new-password" />
    </Form>
  );
}

/** For a visitor: an account is made here, or one that exists signs in. */
function Enter({ token }: { token: string }) {
  const t = useTexts('invitation');
  const [way, setWay] = useState<'register' | 'signIn'>('register');
  const { isKnown, hasPassword, provider } = useSignInMethods();
  if (!isKnown) return <SkeletonRows />;
  // Afterward the dashboard comes back here, because the token is kept.
  if (!hasPassword && provider !== undefined) return <SignOnLink name={provider} isMain />;
  return (
    <Tabs<'register' | 'signIn'>
      label={t.title}
      tabs={[
        { name: 'register', label: t.isNew },
        { name: 'signIn', label: t.hasAccount },
      ]}
      value={way}
      onChange={setWay}
    >
      {way === 'register' ? (
        <Register token={token} />
      ) : (
        <div className="stack">
          <SignInForm />
          <a className="button quiet" href="/app">
            {t.otherWays}
          </a>
        </div>
      )}
    </Tabs>
  );
}

/** The page of an invitation link; its token is in the fragment, which servers do not see. */
export function InvitationPage() {
  const t = useTexts('invitation');
  const roles = useTexts('roles');
  const format = useFormat();
  const session = useContext(SessionContext);
  const [token] = useState(readInvitation);
  const { data, error, refetch } = useApi('POST /api/invitation', { body: { token } }, { isEnabled: token !== '' });
  const isSpent = token === '' || (error instanceof ApiError && error.status < 500 && error.status >= 400);
  if (isSpent) {
    return (
      <EntryCard title={t.spentTitle}>
        <p className="quiet" role="alert">
          {t.spent}
        </p>
        <a className="button primary" href="/app" onClick={forgetInvitation}>
          {t.openDashboard}
        </a>
      </EntryCard>
    );
  }
  if (!data) {
    return (
      <EntryCard title={t.title}>
        {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </EntryCard>
    );
  }
  const invitation = data.data;
  const { workspace, inviter, role, email, expiry } = invitation;
  return (
    <EntryCard title={t.invitedTo({ workspace })} note={t.validUntil({ email, date: format.date(expiry) })}>
      <div>
        <p>{t.invitedBy({ inviter })}</p>
        <dl className="invitation-role">
          <dt>{roles.names[role]}</dt>
          <dd>{roles.may[role]}</dd>
        </dl>
      </div>
      {session ? <Join token={token} invitation={invitation} session={session} /> : <Enter token={token} />}
    </EntryCard>
  );
}
