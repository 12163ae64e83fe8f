import type { Received, TestSite } from './test-site.ts';

/** The password of every account on a test site. */
export const PASSWORD = 'correct horse 9';

/** A browser after a sign-in attempt. */
export interface SignedIn {
  id: number;
  cookie: string;
  /** The headers that our own pages send with each request. */
  headers: Record<string, string>;
  answer: Received;
}

/** Signs in like the dashboard. */
export async function signIn(
  site: TestSite,
  email: string,
  headers: Record<string, string> = {},
  password = PASSWORD,
): Promise<SignedIn> {
  const answer = await site.send('POST', '/api/session', { body: { email, password }, headers });
  const [cookie = ''] = (answer.headers.get('Set-Cookie') ?? '').split(';');
  const own = { Cookie: cookie, Origin: 'http://localhost:3000', 'Content-Type': 'application/json' };
  return { id: answer.json.data?.userid ?? 0, cookie, headers: own, answer };
}
