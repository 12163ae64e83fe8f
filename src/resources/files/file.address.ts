import { equalsSafely, sign } from '../../lib/token.ts';

/** The first part of every picture path. */
export const FILES_PATH = '/file/';

const MARK_LENGTH = 22;
const TOKEN = /^([\w-]{22})([1-9a-z][0-9a-z]{0,9})$/;

function markOf(secret: string, id: number): string {
  return sign(secret, `file:${id}`).slice(0, MARK_LENGTH);
}

/** The public path of a picture; it cannot be derived from the id without the secret. */
export function addressOf(secret: string, id: number): string {
  return `${FILES_PATH}${markOf(secret, id)}${id.toString(36)}.png`;
}

/** The file id in a token from such a path, without its extension; undefined if the token is forged. */
export function readToken(secret: string, token: string): number | undefined {
  const [, mark = '', digits = ''] = TOKEN.exec(token) ?? [];
  const id = Number.parseInt(digits, 36);
  return Number.isSafeInteger(id) && equalsSafely(mark, markOf(secret, id)) ? id : undefined;
}
