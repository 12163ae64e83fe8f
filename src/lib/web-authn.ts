import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';

/** The public part of a passkey. */
export interface Credential {
  /** base64url. */
  id: string;
  /** A COSE key as base64url. */
  publicKey: string;
  counter: number;
}

/** A passkey that was just created. */
export interface NewCredential extends Credential {
  transports: string[];
  isSynced: boolean;
}

/** What a browser sends after creating a passkey. */
interface Creation {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
}

/** What a browser sends after using a passkey. */
interface Assertion {
  id: string;
  rawId: string;
  type: 'public-key';
  response: { clientDataJSON: string; authenticatorData: string; signature: string };
}

/** What a browser must have confirmed. */
interface Expected {
  /** base64url. */
  challenge: string;
  origin: string;
  rpId: string;
}

/** The result of a check; `reason` is for the log of the operator. */
export type Checked<T> = { isRight: true; found: T } | { isRight: false; reason: string };

// EdDSA, ES256 and RS256: what devices have.
const ALGORITHMS = [-8, -7, -257];

/** A passkey as browsers name it. */
interface KnownCredential {
  id: string;
  transports: string[];
}

interface CommonOptions {
  rpId: string;
  /** base64url. */
  challenge: string;
  timeoutMs: number;
}

// The types of the library have fewer transports than browsers.
function describeCredentials(known: KnownCredential[]) {
  return known.map(({ id, transports }) => ({ id, transports, type: 'public-key' as const }));
}

/** The options with which a browser creates a passkey that is found without a name and asks for a PIN or a fingerprint. */
export function makeCreationOptions({
  rpId,
  challenge,
  timeoutMs,
  rpName,
  user,
  excluded,
}: CommonOptions & {
  rpName: string;
  user: { handle: string; name: string; displayName: string };
  excluded: KnownCredential[];
}): PublicKeyCredentialCreationOptionsJSON {
  return {
    challenge,
    rp: { id: rpId, name: rpName },
    user: { id: user.handle, name: user.name, displayName: user.displayName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: timeoutMs,
    attestation: 'none',
    excludeCredentials: describeCredentials(excluded),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

/** The options with which a browser uses a passkey; without `allowed`, the user chooses any of this server. */
export function makeRequestOptions({
  rpId,
  challenge,
  timeoutMs,
  allowed = [],
}: CommonOptions & { allowed?: KnownCredential[] }): PublicKeyCredentialRequestOptionsJSON {
  return {
    challenge,
    rpId,
    timeout: timeoutMs,
    userVerification: 'required',
    allowCredentials: describeCredentials(allowed),
  };
}

/** The challenge and the origin that a browser confirmed; undefined if it is not readable. */
export function readClientData(clientDataJson: string): { challenge: string; origin: string } | undefined {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString());
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : undefined;
  } catch {
    return undefined;
  }
}

/** The library needs 27 MB, so it is loaded when a passkey is first checked. */
async function loadLibrary() {
  const [library, { isoCBOR }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...library, isoCBOR };
}

async function check<T>(work: () => Promise<T | undefined>): Promise<Checked<T>> {
  try {
    const found = await work();
    return found === undefined ? { isRight: false, reason: 'the signature is wrong' } : { isRight: true, found };
  } catch (error) {
    return { isRight: false, reason: String(error).slice(0, 300) };
  }
}

/** Checks a new passkey. */
export async function checkCreation(
  { id, rawId, type, response }: Creation,
  { challenge, origin, rpId }: Expected,
): Promise<Checked<NewCredential>> {
  const { verifyRegistrationResponse, isoCBOR } = await loadLibrary();

  /** Removes the attestation, which we do not need: verifying one may fetch a URL that it contains. */
  function withoutStatement(attestation: string): string {
    const parts = isoCBOR.decodeFirst<Map<string, unknown>>(new Uint8Array(Buffer.from(attestation, 'base64url')));
    const rest = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', parts.get('authData')],
    ]);
    return Buffer.from(isoCBOR.encode(rest as Parameters<typeof isoCBOR.encode>[0])).toString('base64url');
  }

  return check(async () => {
    const attestationObject = withoutStatement(response.attestationObject);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON: response.clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.transports ?? [],
      isSynced: credentialBackedUp,
    };
  });
}

/** Checks the use of a passkey, and returns its new counter. */
export async function checkAssertion(
  { id, rawId, type, response }: Assertion,
  { challenge, origin, rpId }: Expected,
  { publicKey, counter }: Credential,
): Promise<Checked<{ counter: number; isSynced: boolean }>> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  return check(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
      requireUserVerification: true,
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
  });
}
