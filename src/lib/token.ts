import { timingSafeEqual } from 'node:crypto';

/** Cryptographically random bytes as URL-safe text without padding. */
export function randomToken(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url');
}

/** The SHA-256 of a text, in hexadecimal. */
export function sha256(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}

/** An HMAC of a text: stable for one secret, and impossible to compute without it. */
export function sign(secret: string, text: string): string {
  return new Bun.CryptoHasher('sha256', secret).update(text).digest('base64url');
}

/** Compares two texts in constant time. */
export function equalsSafely(left: string, right: string): boolean {
  const a = new Bun.CryptoHasher('sha256').update(left).digest();
  const b = new Bun.CryptoHasher('sha256').update(right).digest();
  return timingSafeEqual(a, b);
}
