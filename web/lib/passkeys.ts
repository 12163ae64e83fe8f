import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { type AnswerOf, type BodyOf, send } from './api.ts';
import { ApiError } from './api-error.ts';
import { readTexts } from './texts.ts';

type Options = AnswerOf<'POST /api/passkey/options'>['options'];

/** The proof that the user has a passkey. */
type Proof = BodyOf<'POST /api/session/passkey'>['passkey'];

/** Why passkeys do not work on this page, in the reader's language; undefined if they do. `address` is BASE_URL, where it is known. */
export function describePasskeyProblem(address?: string): string | undefined {
  const t = readTexts('passkeys');
  const { origin, hostname } = location;
  const isAddress = /^[\d.]+$|:/.test(hostname);
  if (!isSecureContext || isAddress) return t.insecure({ origin });
  if (!('PublicKeyCredential' in window)) return t.unsupported;
  if (address !== undefined && new URL(address).hostname !== hostname) return t.otherHost({ address, origin });
  return undefined;
}

/** Turns an error of the browser into a sentence; the name of most is `NotAllowedError`: the user canceled, or took too long. */
function translate(error: unknown): ApiError {
  const t = readTexts('passkeys');
  const name = error instanceof Error ? error.name : '';
  const texts: Record<string, string> = {
    NotAllowedError: t.canceled,
    AbortError: t.canceled,
    InvalidStateError: t.known,
  };
  return new ApiError({ status: 400, code: 'passkey_failed', message: texts[name] ?? t.failed });
}

/** Asks the browser to create a passkey. */
async function createPasskey(options: Options): Promise<BodyOf<'POST /api/passkey/add'>['passkey']> {
  // Loaded when it is needed: few visits use a passkey.
  const { startRegistration } = await import('@simplewebauthn/browser');
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return (await startRegistration({ optionsJSON })) as BodyOf<'POST /api/passkey/add'>['passkey'];
  } catch (error) {
    throw translate(error);
  }
}

/** Asks the browser for a passkey with these options. */
export async function askForPasskey(options: Options): Promise<Proof> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return (await startAuthentication({ optionsJSON })) as Proof;
  } catch (error) {
    throw translate(error);
  }
}

/** Creates a passkey and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const { options } = await send('POST /api/passkey/options', { body: {} });
  const passkey = await createPasskey(options);
  await send('POST /api/passkey/add', { body: { name: name || null, passkey } });
}

/** Asks for a passkey of the signed-in user, in place of the password. */
export async function provePasskey(): Promise<Proof> {
  const { options } = await send('POST /api/passkey/proof');
  return askForPasskey(options);
}
