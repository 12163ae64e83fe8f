const KEY = 'signpost.invitation';

/** The token in the link of an invitation; it survives signing in on another page, as long as the tab is open. */
export function readInvitation(): string {
  const token = location.hash.slice(1);
  try {
    if (token === '') return sessionStorage.getItem(KEY) ?? '';
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage, the user opens the link again.
  }
  return token;
}

/** Whether an invitation waits for its user to sign in. */
export function hasPendingInvitation(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Forgets the token once it is used, invalid or declined. */
export function forgetInvitation(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
