import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** The parts of the options that a browser passes to a device. */
interface Options {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
}

/** What a device does differently than it should. */
interface Deviation {
  origin?: string;
  /** False: the device did not ask for a PIN or a fingerprint. */
  isVerified?: boolean;
  counter?: number;
  type?: string;
}

/** A browser with one passkey, which counts its uses. */
export interface Authenticator {
  id: string;
  create(options: Options, deviation?: Deviation): object;
  get(options: Options, deviation?: Deviation): object;
}

// WebAuthn: user present, user verified, and attested data follows.
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** Makes a browser on our own page with a new passkey. */
export function createAuthenticator(ownOrigin = 'http://localhost:3000'): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(16);
  const id = rawId.toString('base64url');
  let uses = 0;

  function confirm(kind: string, { challenge }: Options, { origin = ownOrigin, type = kind }: Deviation): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function describe(rpId: string, flags: number, { isVerified = true, counter = uses }: Deviation): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags | PRESENT | (isVerified ? VERIFIED : 0)), count]);
  }

  function wrap(response: Record<string, Buffer>): object {
    const texts = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]);
    return { id, rawId: id, type: 'public-key', response: Object.fromEntries(texts), clientExtensionResults: {} };
  }

  return {
    id,
    create(options, deviation = {}) {
      const key = new Map<number, number | Uint8Array>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, rawId.length), rawId, isoCBOR.encode(key)]);
      const authData = Buffer.concat([describe(options.rp?.id ?? '', ATTESTED, deviation), attested]);
      const parts = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      const attestationObject = Buffer.from(isoCBOR.encode(parts));
      return wrap({ clientDataJSON: confirm('webauthn.create', options, deviation), attestationObject });
    },

    get(options, deviation = {}) {
      uses += 1;
      const clientDataJSON = confirm('webauthn.get', options, deviation);
      const authenticatorData = describe(options.rpId ?? '', 0, deviation);
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha256(clientDataJSON)]))
        .sign(privateKey);
      return wrap({ clientDataJSON, authenticatorData, signature });
    },
  };
}
