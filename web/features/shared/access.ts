const PREFIX = 'signpost.access.';

/** The token that opens shared statistics whose password was entered in this tab; otherwise the token of the URL. */
export function readAccess(token: string): string {
  try {
    return sessionStorage.getItem(PREFIX + token) ?? token;
  } catch {
    // Without storage, the password is needed again after a reload.
    return token;
  }
}

/** Remembers the token that opens shared statistics until the tab is closed. */
export function keepAccess(token: string, access: string): void {
  try {
    sessionStorage.setItem(PREFIX + token, access);
  } catch {
    // As above.
  }
}
