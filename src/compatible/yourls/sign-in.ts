import { type Principal, passwordHolder } from '../../core/principal.ts';
import type { RateRule, RateWindows } from '../../core/rate-window.ts';
import type { FindPrincipal } from '../../http/authenticate.ts';
import { assertAllowed } from '../../http/rate-limit.ts';
import type { Clock } from '../../lib/date-time.ts';
import { limitGroup } from '../../lib/ip.ts';
import { equalsSafely } from '../../lib/token.ts';
import type { KeyService } from '../../resources/keys/key.service.ts';
import type { FindByPassword } from '../../resources/sessions/find-by-password.ts';
import type { Parameters } from '../read-parameters.ts';

/** What the three ways to sign in need. */
export interface SignInParts {
  findPrincipal: FindPrincipal;
  findSigner: KeyService['findSigner'];
  findByPassword: FindByPassword;
  windows: RateWindows;
  now: Clock;
}

// How far the clocks of a client and of this server may differ: some clients send their local time.
const SIGNATURE_SECONDS = 43_200;

/** The hashes, and the length of each as hexadecimal text. */
const HASH_LENGTHS = { md5: 32, sha256: 64, sha384: 96, sha512: 128 } as const;
type HashName = keyof typeof HASH_LENGTHS;
const HASHES = Object.keys(HASH_LENGTHS) as HashName[];

// Looking for the signer decrypts the stored keys of all users, so refused signatures of one visitor are limited before it.
const REFUSED_SIGNATURES: RateRule = { limit: 60, windowMs: 60_000 };

// Seconds, as every client sends them. A longer text would be hashed once for each stored key.
const TIMESTAMP = /^\d{1,12}$/;

// The hash of a request that names none was md5 until version 1.10.4, and is sha256 since then.
const UNNAMED_HASHES: readonly HashName[] = ['md5', 'sha256'];

// What the six actions need. Someone who sends a password gets no more.
const PASSWORD_SCOPES = ['links:read', 'links:write', 'stats:read'] as const;

/** The hashes that can have made a signature, by the name in the request and the length of the signature. */
function readHashes(name: string | undefined, signature: string): readonly HashName[] {
  const named = name ? HASHES.filter((known) => known === name.toLowerCase()) : UNNAMED_HASHES;
  return named.filter((known) => HASH_LENGTHS[known] === signature.length);
}

function hash(name: HashName, text: string): string {
  return new Bun.CryptoHasher(name).update(text).digest('hex');
}

/** Whether a signature was computed from a key and a time, in either order. */
function isSignedWith(key: string, timestamp: string, signature: string, names: readonly HashName[]): boolean {
  return names.some((name) =>
    [timestamp + key, key + timestamp].some((text) => equalsSafely(hash(name, text), signature)),
  );
}

/** Finds the signer of a timed signature; throws after too many refused signatures from an address. */
async function findTimedSigner(
  { signature, timestamp, hashName }: { signature: string; timestamp: string; hashName: string | undefined },
  address: string,
  { findSigner, windows, now }: SignInParts,
): Promise<Principal | undefined> {
  const names = readHashes(hashName, signature);
  const isRecent = TIMESTAMP.test(timestamp) && Math.abs(now() / 1000 - Number(timestamp)) < SIGNATURE_SECONDS;
  if (!isRecent || names.length === 0) return undefined;
  const bucket = `signature:${limitGroup(address)}`;
  assertAllowed(await windows.take(bucket, REFUSED_SIGNATURES), now());
  const signer = await findSigner((key) => isSignedWith(key, timestamp, signature, names));
  if (signer) await windows.giveBack(bucket);
  return signer;
}

/** Finds the user of a request: by a timed signature, by a key as the signature, or by user name and password. */
export async function findYourlsUser(
  parameters: Parameters,
  address: string,
  parts: SignInParts,
): Promise<Principal | undefined> {
  const { findPrincipal, findByPassword } = parts;
  const { signature, timestamp, username, password, hash: hashName } = parameters;
  if (signature && timestamp) {
    const signer = await findTimedSigner({ signature, timestamp, hashName }, address, parts);
    if (signer) return signer;
  } else if (signature) {
    const holder = await findPrincipal(signature);
    if (holder) return holder;
  }
  const user = username && password ? await findByPassword({ username, password }, address) : undefined;
  return user && passwordHolder(user, PASSWORD_SCOPES);
}
