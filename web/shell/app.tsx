import { Suspense, useEffect, useLayoutEffect } from 'react';
import { isSignedOut } from '../lib/api-error.ts';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { hasPendingInvitation } from '../lib/pending-invitation.ts';
import { hasSessionEnded, useApi } from '../lib/query.ts';
import { matchPath, navigate, usePath } from '../lib/router.tsx';
import { SessionContext } from '../lib/session.ts';
import { rememberSignedIn } from '../lib/signed-in.ts';
import { language } from '../lib/texts.ts';
import { accountZone } from '../lib/time-zone.ts';
import { nameWorkspace, urlWorkspace } from '../lib/workspace.ts';
import { WorkspacesContext } from '../lib/workspaces.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { ConfirmPassword } from './confirm-password.tsx';
import { FirstKey } from './first-key.tsx';
import { Frame } from './frame.tsx';
import { SignpostLogo } from './logo.tsx';
import { RequiredFactor } from './required-factor.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SignInAgain, SignInScreen } from './sign-in.tsx';
import { SignOnConfirmed, SignOnFactor } from './sign-on.tsx';
import { WorkspaceGone } from './workspace-gone.tsx';

const Invitation = lazyScreen(async () => (await import('./invitation.tsx')).InvitationPage);
const Shared = lazyScreen(async () => (await import('../features/shared/shared.tsx')).Screen);

/** The dashboard; password reset links, invitations and shared statistics work without a session. */
export function App() {
  const chosen = language.use();
  useEffect(() => {
    document.documentElement.lang = chosen;
  }, [chosen]);
  const path = usePath();
  const shared = matchPath('/shared/:token', path);
  if (shared) {
    return (
      <Suspense>
        <Shared params={shared} />
        <footer className="brand-line is-foot">
          <SignpostLogo /> Signpost
        </footer>
      </Suspense>
    );
  }
  if (path === '/reset') return <ResetPassword />;
  if (path === '/second-factor') return <SignOnFactor />;
  return path === '/confirmed' ? <SignOnConfirmed /> : <SignedIn />;
}

/** All workspaces of the user; nobody has more than fit on this page. */
function useWorkspaceList(isEnabled: boolean) {
  return useApi('GET /api/workspaces', { query: { limit: 1000 } }, { isEnabled });
}

function LoadingFailure({ error, onRetry }: { error: Error; onRetry(): Promise<unknown> }) {
  return (
    <main className="centered">
      <FailureNotice error={error} onRetry={() => void onRetry()} />
    </main>
  );
}

/** Loads the session, and shows the sign-in form if there is none. */
function SignedIn() {
  const { data, error, refetch } = useApi('GET /api/session');
  const isFactorMissing = data?.data.second_factor_missing ?? false;
  const workspaces = useWorkspaceList(!isFactorMissing);
  const path = usePath();
  const isInvited = path === '/invitation';
  useEffect(() => {
    if (data && path === '/' && hasPendingInvitation()) navigate('/invitation', { isReplacing: true });
  }, [data, path]);
  const hasEnded = hasSessionEnded.use();
  const zone = data?.data.timezone;
  const shownZone = accountZone.use();
  useLayoutEffect(() => accountZone.set(zone ?? ''), [zone]);
  const workspace = urlWorkspace.use();
  const isAtHome = data !== undefined && workspace === undefined && !isFactorMissing && !isInvited;
  useLayoutEffect(() => {
    if (isAtHome) nameWorkspace(data.data.userid);
  }, [isAtHome, data]);
  const isSignedIn = data ? true : isSignedOut(error) ? false : undefined;
  useEffect(() => {
    if (isSignedIn !== undefined) rememberSignedIn(isSignedIn);
  }, [isSignedIn]);

  if (!data) {
    if (isSignedOut(error)) return isInvited ? <Invitation /> : <SignInScreen />;
    return error && <LoadingFailure error={error} onRetry={refetch} />;
  }
  if (isFactorMissing) {
    return (
      <SessionContext value={data.data}>
        <RequiredFactor />
        <ConfirmPassword />
      </SessionContext>
    );
  }
  if (isInvited) {
    return (
      <SessionContext value={data.data}>
        <Invitation />
      </SessionContext>
    );
  }
  const all = workspaces.data?.data.workspaces;
  const current = all?.find(({ id }) => id === workspace);
  if (!all) {
    // Just after signing in, the error is that of the request before.
    const isFailed = workspaces.error && !workspaces.isFetching && !isSignedOut(workspaces.error);
    return isFailed ? <LoadingFailure error={workspaces.error} onRetry={workspaces.refetch} /> : null;
  }
  if (workspace === undefined) return null;
  if (!current) return <WorkspaceGone />;
  // Screens would first request statistics in the wrong zone.
  if (shownZone !== zone) return null;
  return (
    <SessionContext value={data.data}>
      <WorkspacesContext value={{ current, all }}>
        <Suspense>
          <Frame />
        </Suspense>
        <ConfirmPassword />
        <FirstKey />
        {hasEnded && <SignInAgain />}
        <Toasts />
      </WorkspacesContext>
    </SessionContext>
  );
}
