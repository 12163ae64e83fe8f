/** The name under which the browser remembers that somebody is signed in; the cookie of the session is not readable. */
export const SIGNED_IN_KEY = 'signpost.signedIn';

/** Remembers whether somebody is signed in, so that the next load shows the outline of the frame or nothing. */
export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(SIGNED_IN_KEY, '1');
    else localStorage.removeItem(SIGNED_IN_KEY);
  } catch {
    // Without storage, the page stays empty until the app has loaded.
  }
}
