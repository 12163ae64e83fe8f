import { Dub } from 'dub';
import { HTTPClient } from 'dub/lib/http.js';
import type { TestSite } from './test-site.ts';

/** The unmodified client library of Dub, whose requests reach the program without a socket. */
export function openDubClient({ site }: TestSite, token: string, serverURL = 'http://localhost:3000/dub'): Dub {
  const fetcher = (input: Request | URL | string, init?: RequestInit) =>
    Promise.resolve(
      site.handle(new Request(input as Request, init), { requestIP: () => ({ address: '203.0.113.9' }) }),
    );
  return new Dub({ token, serverURL, httpClient: new HTTPClient({ fetcher }) });
}
