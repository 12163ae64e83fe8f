import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { LinkService } from '../../resources/links/link.service.ts';
import type { AdmittedCaller, CompatibleProduct, Exchange } from '../product.ts';
import { createKuttAccount } from './kutt-account.ts';
import { createKuttIds } from './kutt-ids.ts';
import { type KuttInput, readKuttBody, readKuttKey } from './kutt-input.ts';
import { createKuttLinks } from './kutt-links.ts';
import { KuttRefusal, kuttError, refuseAsKutt } from './kutt-refusal.ts';
import { createKuttStats } from './kutt-stats.ts';

interface Parts {
  endpoints: EndpointCaller;
  links: Pick<LinkService, 'findMany' | 'readShortUrls'>;
  secret: string;
  baseUrl: string;
  now: Clock;
}

/** A call as its handler gets it. */
interface Call {
  admission: AdmittedCaller;
  key: string;
  /** The UUID in the path; '' if there is none. */
  uuid: string;
  query: string;
  input: KuttInput;
}

const ROOT = '/api/v2';
const LINKS = `${ROOT}/links`;

// Polr has these below the same root.
const OTHER_PATHS = /^\/api\/v2\/(action|data)(\/|$)/;

const BODY_METHODS = ['POST', 'PATCH'];

/** The API of Kutt, version 2. */
export function createKutt(parts: Parts): CompatibleProduct {
  const ids = createKuttIds(parts.secret);
  const links = createKuttLinks({ ...parts, ids });
  const account = createKuttAccount({ ...parts, ids });
  const readStats = createKuttStats(parts);

  async function showStats({ admission, uuid }: Call): Promise<Response> {
    const link = await links.find(admission, uuid);
    const stats = await readStats(admission, link.id);
    // Read again: the statistics have waited until every click is counted.
    const [shown] = await links.show([await links.find(admission, uuid)]);
    return Response.json({ ...shown, ...stats, updatedAt: new Date(parts.now()).toISOString() });
  }

  const calls: Record<string, (call: Call) => Promise<Response>> = {
    'GET /links': async ({ admission, query }) => Response.json(await links.list(admission, query)),
    'POST /links': async ({ admission, input }) => {
      const { isNew, link } = await links.create(admission, input);
      return Response.json(link, { status: isNew ? 201 : 200 });
    },
    'PATCH /links/:id': async ({ admission, uuid, input }) => Response.json(await links.update(admission, uuid, input)),
    'DELETE /links/:id': async ({ admission, uuid }) => {
      await links.remove(admission, uuid);
      return Response.json({ message: 'Link has been deleted successfully.' });
    },
    'GET /links/:id/stats': showStats,
    // The npm package `kutt` sends DELETE for statistics.
    'DELETE /links/:id/stats': showStats,
    'POST /domains': async ({ admission, input }) => Response.json(await account.addDomain(admission, input)),
    'DELETE /domains/:id': async ({ admission, uuid }) => {
      await account.removeDomain(admission, uuid);
      return Response.json({ message: 'Domain deleted successfully' });
    },
    'GET /users': async ({ admission, key }) => Response.json(await account.describeUser(admission, key)),
  };

  /** The call that a path names, with the UUID in it. */
  function findCall({ method, path }: Exchange) {
    const [noun = '', uuid = '', ...rest] = path.slice(ROOT.length + 1).split('/');
    const pattern = [noun, ...(uuid === '' ? [] : [':id']), ...rest].join('/');
    return { run: calls[`${method} /${pattern}`], uuid };
  }

  async function admit(exchange: Exchange): Promise<Pick<Call, 'key' | 'admission' | 'input'>> {
    const hasBody = BODY_METHODS.includes(exchange.method);
    const outside = readKuttKey(exchange, {});
    if (outside !== undefined || !hasBody) {
      const admission = await exchange.admitKey(outside);
      return { key: outside ?? '', admission, input: hasBody ? await readKuttBody(exchange) : {} };
    }
    // Only the body can contain the key. A request whose body is invalid counts as one without a key.
    const [input] = await Promise.allSettled([readKuttBody(exchange)]);
    const key = input.status === 'fulfilled' ? readKuttKey(exchange, input.value) : undefined;
    const admission = await exchange.admitKey(key);
    if (input.status === 'rejected') throw input.reason;
    return { key: key ?? '', admission, input: input.value };
  }

  async function handle(exchange: Exchange): Promise<Response> {
    if (exchange.method === 'GET' && exchange.path === `${ROOT}/health`) return new Response('OK');
    const { key, admission, input } = await admit(exchange);
    const { run, uuid } = findCall(exchange);
    if (!run) return kuttError(404, 'Not found.');
    return run({ admission, key, uuid, query: exchange.query, input });
  }

  return {
    name: 'kutt',
    route: ROOT,
    takes: (path) => (path === ROOT || path.startsWith(`${ROOT}/`)) && !OTHER_PATHS.test(path),

    async handle(exchange) {
      try {
        return await handle(exchange);
      } catch (error) {
        if (error instanceof KuttRefusal) return kuttError(error.status, error.message);
        throw error;
      }
    },

    refuse: refuseAsKutt,

    // Kutt lets pages of other sites create links, and nothing else.
    cors: (path, { method }) =>
      path === LINKS && ['POST', 'OPTIONS'].includes(method)
        ? { methods: ['POST'], headers: ['X-API-Key', 'Content-Type'] }
        : undefined,
  };
}
