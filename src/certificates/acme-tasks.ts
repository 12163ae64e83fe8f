import type { Authorization, Client, Order } from 'acme-client';
import type { ChallengeKind, RenewalWindow } from './certificate.ts';

/** The account that signs requests to a certificate authority. */
export interface AcmeAccount {
  directory: string;
  url: string;
  /** PEM. */
  key: string;
}

/** A key that a certificate authority gave its customer, to bind the account to a contract. */
export interface ExternalAccount {
  kid: string;
  hmacKey: string;
}

/** An order that waits for its challenge. */
export interface BegunOrder {
  order: Order;
  authorization: Authorization;
  /** Undefined if the name is authorized already. */
  challenge: BegunChallenge | undefined;
}

interface BegunChallenge {
  kind: ChallengeKind;
  token: string;
  /** What the certificate authority must find: a key authorization for http-01, a certificate and its key for tls-alpn-01. */
  response: string;
}

/** A certificate as it was issued. */
export interface IssuedCertificate {
  chain: string;
  key: string;
  issuedAt: number;
  expiresAt: number;
}

/** When a certificate authority wants a certificate to be renewed. */
export interface RenewalAdvice {
  /** Undefined if it names no time. */
  window: RenewalWindow | undefined;
  askAgainMs: number;
}

/** What the thread of certificates can do, with the types of its results. */
export interface AcmeTasks {
  createAccount(task: { directory: string; email: string; external?: ExternalAccount }): AcmeAccount;
  /** `replaces` is the chain that the new certificate renews. */
  beginOrder(task: { account: AcmeAccount; name: string; kind: ChallengeKind; replaces?: string }): BegunOrder;
  finishOrder(task: { account: AcmeAccount; name: string; begun: BegunOrder }): IssuedCertificate;
  readRenewalAdvice(task: { directory: string; chain: string }): RenewalAdvice;
}

/** One task, as it is sent to the thread. */
export type AcmeTask = {
  [Name in keyof AcmeTasks]: { name: Name; input: Parameters<AcmeTasks[Name]>[0] };
}[keyof AcmeTasks];

/** A problem with a certificate authority; the message is for people. */
export class AcmeError extends Error {
  /** Until then, the certificate authority accepts no orders from this account. */
  readonly pauseMs: number | undefined;

  constructor(message: string, pauseMs?: number) {
    super(message);
    this.name = 'AcmeError';
    this.pauseMs = pauseMs;
  }
}

type Acme = typeof import('acme-client');
type AxiosAdapter = Extract<NonNullable<Acme['axios']['defaults']['adapter']>, (...input: never[]) => unknown>;

const REQUEST_LIMIT_MS = 30_000;
const DEFAULT_PAUSE_SECONDS = 3_600;
// Certificate authorities ask clients to look at least twice a day.
const ASK_AGAIN_MS = 6 * 3_600_000;
const SHORTEST_ASK_AGAIN_MS = 60_000;

let loaded: Promise<Acme> | undefined;

/** Sends a request of the ACME client. Its own adapter retries, waits for hours, and hides why a server cannot be reached. */
const sendByFetch: AxiosAdapter = async (config) => {
  const { url = '', method = 'GET', data } = config;
  const headers = Object.fromEntries(Object.entries(config.headers).map(([name, value]) => [name, String(value)]));
  const signal = AbortSignal.timeout(REQUEST_LIMIT_MS);
  let response: Response;
  let body: string;
  try {
    // biome-ignore lint/style/noRestrictedGlobals: to the certificate authority, which the administrator has chosen.
    response = await fetch(url, {
      method: method.toUpperCase(),
      headers,
      signal,
      ...(data !== undefined && { body: data }),
    });
    body = await response.text();
  } catch (error) {
    throw new AcmeError(`${new URL(url).host} cannot be reached: ${(error as Error).message}`);
  }
  if (response.status === 429) {
    const seconds = Number(response.headers.get('Retry-After')) || DEFAULT_PAUSE_SECONDS;
    throw new AcmeError(`The certificate authority limits orders: ${body.slice(0, 500)}`, seconds * 1000);
  }
  return {
    data: body,
    status: response.status,
    statusText: response.statusText,
    headers: Object.fromEntries(response.headers),
    config,
  };
};

/** Loads the ACME client, which needs memory only on the thread that uses it. */
function loadAcme(): Promise<Acme> {
  loaded ??= import('acme-client').then((acme) => {
    acme.axios.defaults.adapter = sendByFetch;
    return acme;
  });
  return loaded;
}

function openClient(acme: Acme, { directory, url, key }: AcmeAccount): Client {
  const backoff = { backoffAttempts: 12, backoffMin: 500, backoffMax: 10_000 };
  return new acme.Client({ directoryUrl: directory, accountKey: key, accountUrl: url, ...backoff });
}

/** The reason of a failed validation is somewhere in the JSON that the client throws as its message. */
function explain(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (!text.startsWith('{')) return text;
  try {
    const { challenges } = JSON.parse(text) as Partial<Authorization>;
    const failed = challenges?.find((challenge) => challenge.error) as { error?: { detail?: string } } | undefined;
    return failed?.error?.detail ?? text;
  } catch {
    return text;
  }
}

/** The id of a certificate in requests for its renewal window: the key of its issuer and its serial number. */
async function renewalId(chain: string): Promise<string | undefined> {
  const { AuthorityKeyIdentifierExtension, X509Certificate } = await import('@peculiar/x509');
  const certificate = new X509Certificate(chain);
  const issuerKey = certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId;
  if (issuerKey === undefined) return undefined;
  // A serial number is positive: a first byte from 0x80 up needs a zero before it.
  const serial = /^[89a-f]/.test(certificate.serialNumber) ? `00${certificate.serialNumber}` : certificate.serialNumber;
  return [issuerKey, serial].map((hex) => Buffer.from(hex, 'hex').toString('base64url')).join('.');
}

async function findRenewalUrl(acme: Acme, directory: string): Promise<string | undefined> {
  const { data } = await acme.axios.get<{ renewalInfo?: string }>(directory);
  return data.renewalInfo;
}

const tasks: {
  [Name in keyof AcmeTasks]: (...input: Parameters<AcmeTasks[Name]>) => Promise<ReturnType<AcmeTasks[Name]>>;
} = {
  async createAccount({ directory, email, external }) {
    const acme = await loadAcme();
    const key = await acme.crypto.createPrivateEcdsaKey('P-256');
    const binding = external && { externalAccountBinding: { kid: external.kid, hmacKey: external.hmacKey } };
    const client = new acme.Client({ directoryUrl: directory, accountKey: key, ...binding });
    await client.createAccount({ termsOfServiceAgreed: true, contact: [`mailto:${email}`] });
    return { directory, url: client.getAccountUrl(), key: key.toString() };
  },

  async beginOrder({ account, name, kind, replaces }) {
    const acme = await loadAcme();
    const client = openClient(acme, account);
    const knowsRenewals = replaces !== undefined && (await findRenewalUrl(acme, account.directory)) !== undefined;
    const replacedId = knowsRenewals ? await renewalId(replaces) : undefined;
    const request = {
      identifiers: [{ type: 'dns', value: name }],
      ...(replacedId !== undefined && { replaces: replacedId }),
    };
    const order = await client.createOrder(request);
    const [authorization] = await client.getAuthorizations(order);
    if (!authorization) throw new AcmeError('The certificate authority returned an order without an authorization.');
    if (authorization.status === 'valid') return { order, authorization, challenge: undefined };
    const challenge = authorization.challenges.find(({ type }) => type === kind);
    if (!challenge) throw new AcmeError(`The certificate authority does not offer the challenge ${kind}.`);
    const keyAuthorization = await client.getChallengeKeyAuthorization(challenge);
    let response = keyAuthorization;
    if (kind === 'tls-alpn-01') {
      const [key, certificate] = await acme.crypto.createAlpnCertificate(authorization, keyAuthorization);
      response = `${certificate}\n${key}`;
    }
    return { order, authorization, challenge: { kind, token: challenge.token, response } };
  },

  async finishOrder({ account, name, begun: { order, authorization, challenge } }) {
    const acme = await loadAcme();
    const client = openClient(acme, account);
    const pending = authorization.challenges.find(
      ({ token, type }) => challenge?.token === token && challenge.kind === type,
    );
    if (pending) {
      await client.completeChallenge(pending);
      await client.waitForValidStatus(authorization);
    }
    const keyPem = await acme.crypto.createPrivateEcdsaKey('P-256');
    const [key, csr] = await acme.crypto.createCsr({ commonName: name, altNames: [name] }, keyPem);
    const chain = await client.getCertificate(await client.finalizeOrder(order, csr));
    const { notBefore, notAfter } = acme.crypto.readCertificateInfo(chain);
    return { chain, key: key.toString(), issuedAt: notBefore.getTime(), expiresAt: notAfter.getTime() };
  },

  async readRenewalAdvice({ directory, chain }) {
    const acme = await loadAcme();
    const url = await findRenewalUrl(acme, directory);
    const id = url === undefined ? undefined : await renewalId(chain);
    if (id === undefined) return { window: undefined, askAgainMs: ASK_AGAIN_MS };
    const { data, headers } = await acme.axios.get(`${url}/${id}`);
    const { start, end } = (data as { suggestedWindow?: { start?: string; end?: string } }).suggestedWindow ?? {};
    const window = { start: Date.parse(start ?? ''), end: Date.parse(end ?? '') };
    const askAgainMs = Math.max(SHORTEST_ASK_AGAIN_MS, Number(headers['retry-after']) * 1000 || ASK_AGAIN_MS);
    return { window: window.start <= window.end ? window : undefined, askAgainMs };
  },
};

/** The result of a task, as it is sent back. */
export type AcmeOutcome = { value: unknown } | { problem: string; pauseMs: number | undefined };

/** Runs a task on this thread. */
export async function runAcmeTask({ name, input }: AcmeTask): Promise<AcmeOutcome> {
  try {
    return { value: await (tasks[name] as (input: unknown) => Promise<unknown>)(input) };
  } catch (error) {
    return { problem: explain(error), pauseMs: error instanceof AcmeError ? error.pauseMs : undefined };
  }
}

/** Runs a task, here or on another thread; rejects with an AcmeError. */
export type RunAcmeTask = <Name extends keyof AcmeTasks>(
  name: Name,
  ...input: Parameters<AcmeTasks[Name]>
) => Promise<ReturnType<AcmeTasks[Name]>>;

/** Turns a function that runs tasks into one that returns values of the right type. */
export function createAcmeRunner(run: (task: AcmeTask) => Promise<AcmeOutcome>): RunAcmeTask {
  return async (name, ...[input]) => {
    const outcome = await run({ name, input } as AcmeTask);
    if ('problem' in outcome) throw new AcmeError(outcome.problem, outcome.pauseMs);
    return outcome.value as ReturnType<AcmeTasks[typeof name]>;
  };
}
