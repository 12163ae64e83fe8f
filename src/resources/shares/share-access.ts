import { equalsSafely, sign } from '../../lib/token.ts';

// A token followed by the end of its validity and a signature: `ss_….m9x2k1.…`.
const SHAPE = /^(ss_[\w-]{22})\.([0-9a-z]{1,11})\.([\w-]{43})$/;

interface Access {
  token: string;
  passwordHash: string;
  /** When the access ends. */
  until: number;
}

function signatureOf(secret: string, { token, passwordHash, until }: Access): string {
  return sign(secret, `share-access:${token}:${until}:${passwordHash}`);
}

/** A token that opens a share without its password until a time. A new password or a new URL invalidates it. */
export function makeAccessToken(secret: string, access: Access): string {
  return `${access.token}.${access.until.toString(36)}.${signatureOf(secret, access)}`;
}

/** Splits a text into the token of a share and a check whether it proves that the password was entered. */
export function readAccessToken(text: string): {
  token: string;
  proves(secret: string, passwordHash: string, now: number): boolean;
} {
  const [, token, end = '', signature = ''] = SHAPE.exec(text) ?? [];
  if (token === undefined) return { token: text, proves: () => false };
  const until = Number.parseInt(end, 36);
  return {
    token,
    proves: (secret, passwordHash, now) =>
      now < until && equalsSafely(signature, signatureOf(secret, { token, passwordHash, until })),
  };
}
