import { Suspense, useEffect } from 'react';
import { isSignedOut } from '../lib/api-error.ts';
import { hasSessionEnded, useApi } from '../lib/query.ts';
import { SessionContext } from '../lib/session.ts';
import { language } from '../lib/texts.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Frame } from './frame.tsx';
import { SignIn, SignInAgain } from './sign-in.tsx';

/** Asks who is signed in, and shows the way in where it is nobody. */
export function App() {
  const { data, error, refetch } = useApi('GET /api/session');
  const hasEnded = hasSessionEnded.use();
  const chosen = language.use();
  useEffect(() => {
    document.documentElement.lang = chosen;
  }, [chosen]);

  if (!data) {
    if (isSignedOut(error)) return <SignIn />;
    if (error) {
      return (
        <main className="centre">
          <FailureNotice error={error} onRetry={() => void refetch()} />
        </main>
      );
    }
    return null;
  }
  return (
    <SessionContext value={data.data}>
      <Suspense>
        <Frame />
      </Suspense>
      {hasEnded && <SignInAgain />}
      <Toasts />
    </SessionContext>
  );
}
