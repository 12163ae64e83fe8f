import { createAuthenticator } from './authenticator.ts';
import { signIn } from './sign-in.ts';
import type { Received, TestSite } from './test-site.ts';

type Headers = Record<string, string>;

/** Requests about passkeys to a test site. */
export function createPasskeyClient(site: TestSite) {
  async function addUser() {
    const email = `${crypto.randomUUID()}@example.com`;
    const { id, key } = await site.addUser(email);
    const { headers } = await signIn(site, email);
    return { id, email, key, headers };
  }

  /** The options with which a session adds a passkey. */
  async function startAdding(headers: Headers) {
    return (await site.send('POST', '/api/passkey/options', { headers, body: {} })).json.options;
  }

  function add(headers: Headers, body: object): Promise<Received> {
    return site.send('POST', '/api/passkey/add', { headers, body });
  }

  return {
    addUser,
    startAdding,
    add,

    /** A user with a passkey. */
    async addHolder() {
      const user = await addUser();
      const device = createAuthenticator();
      const { json } = await add(user.headers, {
        name: 'Laptop',
        passkey: device.create(await startAdding(user.headers)),
      });
      return { ...user, device, passkeyId: json.id as number };
    },

    async startSignIn() {
      return (await site.send('POST', '/api/session/passkey/options')).json.options;
    },

    trySignIn: (passkey: object, peer = '203.0.113.9') =>
      site.send('POST', '/api/session/passkey', { body: { passkey }, peer }),

    /** The options with which a session confirms a change. */
    async startProof(headers: Headers) {
      return (await site.send('POST', '/api/passkey/proof', { headers })).json.options;
    },
  };
}
