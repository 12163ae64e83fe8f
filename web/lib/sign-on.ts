import { type BodyOf, send } from './api.ts';
import { ApiError } from './api-error.ts';
import { translateMessage } from './api-messages.ts';
import { useApi } from './query.ts';
import { readTexts, useTexts } from './texts.ts';

const START = '/api/session/oidc';
const CONFIRMED = '/app/confirmed';
const CHANNEL = 'signpost.sign-on';

/** How users sign in. */
export interface SignInMethods {
  /** False until the server has said it. */
  isKnown: boolean;
  hasPassword: boolean;
  /** The name of the identity provider; undefined if there is none. */
  provider: string | undefined;
}

export function useSignInMethods(): SignInMethods {
  const { unnamed } = useTexts('sign-on');
  const { data, isError } = useApi('GET /api/session/methods');
  const { password = true, oidc = false, oidc_name: name } = data?.data ?? {};
  return {
    isKnown: data !== undefined || isError,
    hasPassword: password,
    provider: oidc ? (name ?? unnamed) : undefined,
  };
}

/** The URL that signs in with the identity provider and then shows the current page. */
export function signOnUrl(): string {
  const { pathname, search } = location;
  const parameters = new URLSearchParams(search);
  parameters.delete('problem');
  const rest = parameters.toString();
  return `${START}?${new URLSearchParams({ return: pathname + (rest && `?${rest}`) })}`;
}

let waiting: BroadcastChannel | undefined;

/** Opens the identity provider in a window, and resolves when the user has signed in there; the current page stays. */
async function signInWindow(url: string): Promise<void> {
  // The window reports by a channel: the policy of our pages cuts it off from the page that opened it. For the same reason nobody
  // notices if it is closed, so the user can start again at any time.
  waiting?.close();
  const channel = new BroadcastChannel(CHANNEL);
  waiting = channel;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  channel.onmessage = ({ data }: MessageEvent<string | null>) => {
    channel.close();
    if (data === null) resolve();
    else reject(new ApiError({ status: 400, code: data, message: describeProblem(data) }));
  };
  window.open(url, CHANNEL, 'popup,width=560,height=720');
  return promise;
}

/** Proves who the user is by signing in at the identity provider once more. */
export function confirmInWindow(): Promise<void> {
  return signInWindow(`${START}?confirm=1`);
}

/** Signs in again in a window. */
export function signOnInWindow(): Promise<void> {
  return signInWindow(`${START}?${new URLSearchParams({ return: CONFIRMED })}`);
}

/** Tells the page that opened this window how the sign-in ended, and closes the window. */
export function reportSignIn(problem: string | null): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(problem);
  channel.close();
  if (problem === null) window.close();
}

/** The sentence of a problem that the server added to the URL of the page. */
export function describeProblem(code: string): string {
  // Its sentence names fields, and the reader filled in none.
  if (code === 'invalid_input') return readTexts('sign-on').wrongLink;
  return translateMessage('failures', { code, message: readTexts('errors').unknown });
}

/** Ends a sign-in by a second factor, and opens the dashboard. */
export async function sendFactor(factor: BodyOf<'POST /api/session/oidc'>): Promise<void> {
  const { location: page } = await send('POST /api/session/oidc', { body: factor });
  location.assign(page);
}
