/** The key in local storage that says whether the user is signed in. Scripts cannot read the session cookie. */
export const SIGNED_IN_KEY = 'signpost.signedIn';

/** Stores whether the user is signed in. The next load shows the outline of the frame only to signed-in users. */
export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(SIGNED_IN_KEY, '1');
    else localStorage.removeItem(SIGNED_IN_KEY);
  } catch {
    // Without storage, the page stays empty until the app has loaded.
  }
}
