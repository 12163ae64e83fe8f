import { CHALLENGE_PATH } from '../certificates/certificate.ts';
import type { RequestHandler } from '../http/api.ts';
import { splitUrl } from '../http/request-url.ts';
import { hostNameOf } from '../lib/url.ts';
import { findWellKnownName } from '../resources/domains/well-known.ts';

interface Parts {
  /** Handles requests for hosts that have no certificate. */
  handle: RequestHandler;
  /** Whether HTTPS works for a host. */
  covers(name: string): boolean;
  /** Finds the response to a challenge of the certificate authority. */
  findChallengeResponse(token: string): Promise<string | undefined>;
  baseUrl: string;
}

// Programs on the machine or in the cluster ask these without a certificate.
const PLAIN_PATHS = new Set(['/healthz', '/readyz']);

// The systems that read these files follow no redirect.
const isServedPlain = (path: string) => PLAIN_PATHS.has(path) || findWellKnownName(path) !== undefined;

const PLAIN_TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };

/** Handles requests on the port for HTTP: challenges, and redirects to HTTPS for every host that has a certificate. */
export function createHttpPortHandler({ handle, covers, findChallengeResponse, baseUrl }: Parts): RequestHandler {
  const { port } = new URL(baseUrl);
  const portSuffix = port === '' ? '' : `:${port}`;

  async function respondToChallenge(token: string): Promise<Response> {
    const response = /^[\w-]{1,200}$/.test(token) ? await findChallengeResponse(token) : undefined;
    return new Response(response ?? 'No such challenge.', { status: response ? 200 : 404, headers: PLAIN_TEXT });
  }

  return (request, peers) => {
    const { path, query } = splitUrl(request.url);
    if (path.startsWith(CHALLENGE_PATH)) {
      return respondToChallenge(path.slice(CHALLENGE_PATH.length)).catch(() => new Response(null, { status: 503 }));
    }
    const name = hostNameOf(request.headers.get('Host') ?? '');
    if (isServedPlain(path) || !covers(name)) return handle(request, peers);
    const rest = query === '' ? path : `${path}?${query}`;
    return new Response(null, { status: 308, headers: { Location: `https://${name}${portSuffix}${rest}` } });
  };
}
