import { Suspense, useEffect, useLayoutEffect } from 'react';
import { isSignedOut } from '../lib/api-error.ts';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { hasSessionEnded, useApi } from '../lib/query.ts';
import { matchPath, usePath } from '../lib/router.tsx';
import { SessionContext } from '../lib/session.ts';
import { rememberSignedIn } from '../lib/signed-in.ts';
import { language } from '../lib/texts.ts';
import { accountZone } from '../lib/time-zone.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { ConfirmPassword } from './confirm-password.tsx';
import { FirstKey } from './first-key.tsx';
import { Frame } from './frame.tsx';
import { SignpostLogo } from './mark.tsx';
import { RequiredFactor } from './required-factor.tsx';
import { ResetPassword } from './reset-password.tsx';
import { SignInAgain, SignInScreen } from './sign-in.tsx';
import { SignOnConfirmed, SignOnFactor } from './sign-on.tsx';

const Shared = lazyScreen(async () => (await import('../features/shared/shared.tsx')).Screen);

/** The dashboard; password reset links and shared statistics work without a session. */
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

/** Loads the session, and shows the sign-in form if there is none. */
function SignedIn() {
  const { data, error, refetch } = useApi('GET /api/session');
  const hasEnded = hasSessionEnded.use();
  const zone = data?.data.timezone;
  const shownZone = accountZone.use();
  useLayoutEffect(() => accountZone.set(zone ?? ''), [zone]);
  const isSignedIn = data ? true : isSignedOut(error) ? false : undefined;
  useEffect(() => {
    if (isSignedIn !== undefined) rememberSignedIn(isSignedIn);
  }, [isSignedIn]);

  if (!data) {
    if (isSignedOut(error)) return <SignInScreen />;
    if (error) {
      return (
        <main className="centered">
          <FailureNotice error={error} onRetry={() => void refetch()} />
        </main>
      );
    }
    return null;
  }
  if (data.data.second_factor_missing) {
    return (
      <SessionContext value={data.data}>
        <RequiredFactor />
        <ConfirmPassword />
      </SessionContext>
    );
  }
  // Screens would first request statistics in the wrong zone.
  if (shownZone !== zone) return null;
  return (
    <SessionContext value={data.data}>
      <Suspense>
        <Frame />
      </Suspense>
      <ConfirmPassword />
      <FirstKey />
      {hasEnded && <SignInAgain />}
      <Toasts />
    </SessionContext>
  );
}
