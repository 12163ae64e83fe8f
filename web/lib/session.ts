import { createContext, useContext } from 'react';
import { type AnswerOf, send } from './api.ts';
import { askForPasskey } from './passkeys.ts';
import { hasSessionEnded, queryClient } from './query.ts';
import { signOnInWindow } from './sign-on.ts';
import { finishDeletions } from './undoable-delete.ts';
import { workspaceBase } from './workspace.ts';

/** The signed-in user. */
export type SignedInSession = AnswerOf<'GET /api/session'>['data'];

/** The context in which the shell provides it. */
export const SessionContext = createContext<SignedInSession | undefined>(undefined);

/** The signed-in user; available on every screen except sign-in. */
export function useSession(): SignedInSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in');
  return session;
}

/** The host of short URLs: `sgn.example`. */
export function useShortHost(): string {
  return new URL(useSession().address).host;
}

/** Goes on after signing in: on the current screen for the same user, otherwise on the first one. */
async function enter(answer: AnswerOf<'POST /api/session'>): Promise<void> {
  const before = queryClient.getQueryData<AnswerOf<'GET /api/session'>>(['GET /api/session', {}]);
  if (before && before.data.userid !== answer.data.userid) {
    location.assign('/app');
    return;
  }
  queryClient.setQueryData(['GET /api/session', {}], answer);
  hasSessionEnded.set(false);
  await queryClient.invalidateQueries();
}

/** Signs in; for the same user, the current screen continues. */
export async function signIn(email: string, password: string, code?: string): Promise<void> {
  await enter(await send('POST /api/session', { body: { email, password, ...(code && { code }) } }));
}

/** Signs in with a passkey that the user chooses. */
export async function signInByPasskey(): Promise<void> {
  const { options } = await send('POST /api/session/passkey/options');
  const passkey = await askForPasskey(options);
  await enter(await send('POST /api/session/passkey', { body: { passkey } }));
}

/** Signs in with the identity provider in a window, while the current screen stays. */
export async function signInByProvider(): Promise<void> {
  await signOnInWindow();
  await enter(await send('GET /api/session'));
}

/** Signs out and removes everything of the session from the page, which opens `next` without it. */
export async function signOut(next = '/app'): Promise<void> {
  try {
    await finishDeletions();
    await send('DELETE /api/session');
  } finally {
    location.assign(next);
  }
}

/** Loads the page again in another workspace, so that nothing of this one stays on it. */
export async function openWorkspace(id: number, path: string): Promise<void> {
  await finishDeletions();
  location.assign(workspaceBase(id) + (path === '/' ? '' : path));
}
