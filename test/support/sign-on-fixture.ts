import { expect } from 'bun:test';
import type { Engine } from '../../src/db/db.ts';
import {
  type IdentityProvider,
  logInAtProvider,
  type ProviderUser,
  startIdentityProvider,
} from './identity-provider.ts';
import { openTestSite, type Received, type TestSite } from './test-site.ts';

/** The address of every test site. */
export const SITE_URL = 'http://localhost:3000';

type SentHeaders = Record<string, string>;

/** A site whose users sign in with an identity provider. */
export interface SignOnFixture {
  provider: IdentityProvider;
  site: TestSite;
  /** Adds a user to the provider, with a verified address. */
  addProviderUser(user?: ProviderUser): { name: string; email: string };
  /** Starts a sign-in, and logs in at the provider; returns the callback and the cookies of the browser. */
  goToProvider(name: string, how?: { query?: string; headers?: SentHeaders; on?: TestSite }): Promise<Callback>;
  /** Signs in with the provider; `headers` are those that our own pages send afterward. */
  signOn(name: string, on?: TestSite): Promise<{ answer: Received; headers: SentHeaders }>;
  /** Who is signed in. */
  userOf(headers: SentHeaders, on?: TestSite): Promise<SignedInUser>;
  close(): Promise<void>;
}

interface Callback {
  callback: string;
  cookie: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
type SignedInUser = any;

/** The cookies that a response sets, as a browser sends them back. */
export function cookiesOf({ headers }: Received): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
}

/** Starts a provider and a site that uses it. */
export async function openSignOnFixture(engine: Engine, settings: SentHeaders = {}): Promise<SignOnFixture> {
  const provider = await startIdentityProvider(SITE_URL);
  const site = await openTestSite(engine, { ...provider.settings, ...settings });
  let userCount = 0;

  const goToProvider: SignOnFixture['goToProvider'] = async (name, { query = '', headers = {}, on = site } = {}) => {
    const started = await on.send('GET', `/api/session/oidc${query}`, { headers });
    expect(started.status).toBe(302);
    const back = await logInAtProvider(started.headers.get('Location') ?? '', name);
    const cookie = [headers.Cookie, cookiesOf(started)].filter(Boolean).join('; ');
    return { callback: back.slice(SITE_URL.length), cookie };
  };

  return {
    provider,
    site,
    goToProvider,
    addProviderUser(user = {}) {
      userCount += 1;
      const name = `person${userCount}`;
      const email = user.email ?? `${name}@example.com`;
      provider.users.set(name, { email, email_verified: true, ...user });
      return { name, email };
    },
    async signOn(name, on = site) {
      const { callback, cookie } = await goToProvider(name, { on });
      const answer = await on.send('GET', callback, { headers: { Cookie: cookie } });
      return { answer, headers: { Cookie: cookiesOf(answer), Origin: SITE_URL, 'Content-Type': 'application/json' } };
    },
    async userOf(headers, on = site) {
      return (await on.send('GET', '/api/session', { headers })).json?.data;
    },
    async close() {
      await site.close();
      await provider.stop();
    },
  };
}
