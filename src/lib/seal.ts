import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

// AES-256-GCM: a nonce of 12 bytes, a tag of 16 bytes, then the encrypted text. The version is the first byte.
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// A process has one secret and a few purposes. Deriving a key costs more than using it.
const MAX_DERIVED = 20;
const derivedKeys = new Map<string, Buffer>();

function deriveKey(secret: string, purpose: string): Buffer {
  const name = `${purpose}\0${secret}`;
  const known = derivedKeys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  if (derivedKeys.size >= MAX_DERIVED) derivedKeys.clear();
  derivedKeys.set(name, key);
  return key;
}

/** Encrypts a text with a key that is derived from the secret and the purpose. */
export function sealText(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/** Decrypts a text that `sealText` encrypted; undefined if it was changed, or encrypted with another secret or purpose. */
export function unsealText(secret: string, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const head = 1 + NONCE_BYTES + TAG_BYTES;
  if (bytes[0] !== VERSION || bytes.length < head) return undefined;
  try {
    const key = deriveKey(secret, purpose);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(1 + NONCE_BYTES, head));
    return Buffer.concat([decipher.update(bytes.subarray(head)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
