import { type Principal, passwordHolder } from '../../core/principal.ts';
import type { FindPrincipal } from '../../http/authenticate.ts';
import type { Clock } from '../../lib/date-time.ts';
import { equalsSafely } from '../../lib/token.ts';
import type { KeyService } from '../../resources/keys/key.service.ts';
import type { FindByPassword } from '../../resources/sessions/find-by-password.ts';
import type { Parameters } from '../read-parameters.ts';

/** What the three ways to sign in need. */
export interface SignInParts {
  findPrincipal: FindPrincipal;
  findSigner: KeyService['findSigner'];
  findByPassword: FindByPassword;
  now: Clock;
}

// How far the clocks of a client and of this server may differ: some clients send their local time.
const SIGNATURE_SECONDS = 43_200;

const HASHES = ['md5', 'sha256', 'sha384', 'sha512'] as const;
type HashName = (typeof HASHES)[number];

// The hash of a request that names none was md5 until version 1.10.4, and is sha256 since then.
const UNNAMED_HASHES: readonly HashName[] = ['md5', 'sha256'];

// What the six actions need. Someone who sends a password gets no more.
const PASSWORD_SCOPES = ['links:read', 'links:write', 'stats:read'] as const;

function readHashes(name: string | undefined): readonly HashName[] {
  return name ? HASHES.filter((known) => known === name.toLowerCase()) : UNNAMED_HASHES;
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

/** Finds the user of a request: by a timed signature, by a key as the signature, or by user name and password. */
export async function findYourlsUser(
  parameters: Parameters,
  address: string,
  { findPrincipal, findSigner, findByPassword, now }: SignInParts,
): Promise<Principal | undefined> {
  const { signature, timestamp, username, password, hash: hashName } = parameters;
  if (signature && timestamp) {
    const isRecent = Math.abs(now() / 1000 - Number(timestamp)) < SIGNATURE_SECONDS;
    const names = readHashes(hashName);
    const signer = isRecent ? await findSigner((key) => isSignedWith(key, timestamp, signature, names)) : undefined;
    if (signer) return signer;
  } else if (signature) {
    const holder = await findPrincipal(signature);
    if (holder) return holder;
  }
  const user = username && password ? await findByPassword({ username, password }, address) : undefined;
  return user && passwordHolder(user, PASSWORD_SCOPES);
}
