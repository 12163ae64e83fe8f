import { timingSafeEqual } from 'node:crypto';

/** Random bytes from the system's cryptographic source, as URL-safe text without padding. */
export function randomToken(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url');
}

/** The SHA-256 of a text, in hexadecimal. */
export function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}

/** A keyed fingerprint of a text: stable for one secret, useless without it. */
export function sign(secret: string, text: string): string {
  return new Bun.CryptoHasher('sha256', secret).update(text).digest('base64url');
}

/** Compares two texts in a time that does not tell how much of them agrees. */
export function equalsSafely(left: string, right: string): boolean {
  const a = new Bun.CryptoHasher('sha256').update(left).digest();
  const b = new Bun.CryptoHasher('sha256').update(right).digest();
  return timingSafeEqual(a, b);
}
