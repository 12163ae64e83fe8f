import { equalsSafely, sign } from '../../lib/token.ts';

/** The first part of every picture path. */
export const FILES_PATH = '/file/';

const SIGNATURE_LENGTH = 22;
const TOKEN = /^([\w-]{22})([1-9a-z][0-9a-z]{0,9})$/;

function signatureOf(secret: string, id: number): string {
  return sign(secret, `file:${id}`).slice(0, SIGNATURE_LENGTH);
}

/** The public path of a picture; it cannot be derived from the id without the secret. */
export function addressOf(secret: string, id: number): string {
  return `${FILES_PATH}${signatureOf(secret, id)}${id.toString(36)}.png`;
}

/** Reads the file id from the token of a picture path; undefined if the token is forged. */
export function readToken(secret: string, token: string): number | undefined {
  const [, signature = '', digits = ''] = TOKEN.exec(token) ?? [];
  const id = Number.parseInt(digits, 36);
  return Number.isSafeInteger(id) && equalsSafely(signature, signatureOf(secret, id)) ? id : undefined;
}
