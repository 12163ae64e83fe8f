import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the provider says about a user, by the name that the user types to sign in. */
export interface ProviderUser {
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
  groups?: string[];
  /** How the user logged in. */
  amr?: string[];
}

/** A real identity provider on this machine; anyone signs in by their name. */
export interface IdentityProvider {
  issuer: string;
  users: Map<string, ProviderUser>;
  /** The settings of a server that uses it. */
  settings: Record<string, string>;
  /** Starts again with another key. */
  changeKey(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const CLIENT = { OIDC_CLIENT_ID: 'signpost', OIDC_CLIENT_SECRET: 'a secret of the provider' };

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: crypto.randomUUID() };
}

function loginPage(uid: string): string {
  return `<!doctype html><title>Login</title><form method="post" action="/login/${uid}">
    <label>Name <input name="name"></label><button>Log in</button></form>`;
}

/** Starts a provider for a server at this URL. */
export async function startIdentityProvider(serverUrl: string, clientChanges: object = {}): Promise<IdentityProvider> {
  const users = new Map<string, ProviderUser>();
  let server: Server | undefined;
  let port = 0;

  async function start(): Promise<void> {
    const listener = createServer((request, response) => void handle(request, response));
    server = listener;
    await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
    port = (listener.address() as AddressInfo).port;
    const provider = new Provider(`http://127.0.0.1:${port}`, {
      clients: [
        {
          client_id: CLIENT.OIDC_CLIENT_ID,
          client_secret: CLIENT.OIDC_CLIENT_SECRET,
          redirect_uris: [`${serverUrl}/api/session/oidc/callback`],
          ...clientChanges,
        },
      ],
      jwks: { keys: [newKey()] },
      cookies: { keys: ['a key of the provider'] },
      features: { devInteractions: { enabled: false } },
      ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['preferred_username', 'groups'] },
      interactions: { url: (_, { uid }) => `/login/${uid}` },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...users.get(sub) }) }),
      // Nobody is asked for consent.
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    provider.on('server_error', (_, error) => console.error(error));
    const callback = provider.callback();

    async function handle(...[request, response]: Parameters<typeof callback>): Promise<void> {
      const [, uid] = /^\/login\/(\S+)$/.exec(request.url ?? '') ?? [];
      if (uid === undefined) return callback(request, response);
      if (request.method === 'GET') {
        response.setHeader('Content-Type', 'text/html');
        response.end(loginPage(uid));
        return;
      }
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('name') ?? '';
      const result = users.has(accountId) ? { login: { accountId } } : { error: 'access_denied' };
      await provider.interactionFinished(request, response, result);
    }
  }

  async function stop(): Promise<void> {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  }

  await start();
  const issuer = `http://127.0.0.1:${port}`;
  return {
    issuer,
    users,
    settings: { OIDC_ISSUER: issuer, ...CLIENT },
    start,
    stop,
    async changeKey() {
      await stop();
      await start();
    },
  };
}

/** Signs in at the provider as a browser without cookies would; returns the URL that the provider sends the browser back to. */
export async function logInAtProvider(location: string, name: string): Promise<string> {
  const jar = new Map<string, string>();
  async function request(url: string, options: RequestInit = {}): Promise<string> {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(url, { ...options, redirect: 'manual', headers: { Cookie: cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [key = '', value = ''] = line.split(';')[0]?.split('=', 2) ?? [];
      jar.set(key, value);
    }
    await response.body?.cancel();
    return new URL(response.headers.get('Location') ?? '', url).href;
  }
  const login = await request(location);
  const resume = await request(login, { method: 'POST', body: new URLSearchParams({ name }) });
  return request(resume);
}
