import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// RFC 6238 with the values that every authenticator app supports: SHA-1, 6 digits, 30 seconds.
const STEP_MS = 30_000;
const DIGITS = 6;
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Writes bytes in base32 (RFC 4648), without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** A new secret, in base32. */
export function makeTotpSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES));
}

/** The URI that authenticator apps read from a QR code. */
export function totpUri(secret: string, account: string, issuer: string): string {
  const [name, from] = [encodeURIComponent(account), encodeURIComponent(issuer)];
  return `otpauth://totp/${from}:${name}?secret=${secret}&issuer=${from}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_MS / 1000}`;
}

/** The code of a time step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The time step that a code belongs to: the current one, or one before or after it, for clocks that differ. */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const current = Math.floor(now / STEP_MS);
  return [current, current - 1, current + 1].find((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  );
}
