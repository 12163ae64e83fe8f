import { createContext, useContext } from 'react';
import { type AnswerOf, send } from './api.ts';
import { hasSessionEnded, queryClient } from './query.ts';
import { finishDeletions } from './undoable-delete.ts';

/** Who is signed in. */
export type SignedInSession = AnswerOf<'GET /api/session'>['data'];

/** Where the shell puts it. */
export const SessionContext = createContext<SignedInSession | undefined>(undefined);

/** Who is signed in; for every screen but the one that signs in. */
export function useSession(): SignedInSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in');
  return session;
}

/** The name that short URLs begin with: `sgn.example`. */
export function useShortHost(): string {
  return new URL(useSession().address).host;
}

/** Signs in; whatever was on the screen of the same user goes on. */
export async function signIn(email: string, password: string): Promise<void> {
  const before = queryClient.getQueryData<AnswerOf<'GET /api/session'>>(['GET /api/session', {}]);
  const answer = await send('POST /api/session', { body: { email, password } });
  if (before && before.data.userid !== answer.data.userid) {
    location.assign('/app');
    return;
  }
  queryClient.setQueryData(['GET /api/session', {}], answer);
  hasSessionEnded.set(false);
  await queryClient.invalidateQueries();
}

/** Signs out and leaves nothing of the session in the page. */
export async function signOut(): Promise<void> {
  try {
    await finishDeletions();
    await send('DELETE /api/session');
  } finally {
    location.assign('/app');
  }
}
