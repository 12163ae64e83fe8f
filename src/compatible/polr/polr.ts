import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import { methodNotAllowed } from '../../http/failures.ts';
import { readFields } from '../../http/request-url.ts';
import type { CompatibleProduct } from '../product.ts';
import { admitRead, type Parameters, readParameters } from '../read-parameters.ts';
import { type ResponseType, writePolrFailure } from './polr-answers.ts';
import type { PolrCall } from './polr-call.ts';
import { PolrError, toPolrFailure } from './polr-failures.ts';
import { lookUp, readLinkData } from './polr-read.ts';
import { shortenBulk, shortenForPolr } from './polr-shorten.ts';

interface Parts {
  endpoints: EndpointCaller;
}

const BASE = '/api/v2';

const calls = new Map<string, (call: PolrCall) => Promise<Response>>([
  [`${BASE}/action/shorten`, shortenForPolr],
  [`${BASE}/action/shorten_bulk`, shortenBulk],
  [`${BASE}/action/lookup`, lookUp],
  [`${BASE}/data/link`, readLinkData],
]);

function typeOf({ response_type: type }: Parameters): ResponseType {
  return type === 'json' ? 'json' : 'text';
}

/** The API of Polr, with links of our own. */
export function createPolr({ endpoints }: Parts): CompatibleProduct {
  // `refuse` needs the parameters of the body too, which can be read once.
  const parametersOf = new WeakMap<Request, Parameters>();

  return {
    name: 'polr',
    route: BASE,
    takes: (path) => /^\/api\/v2\/(action|data)\//.test(path),
    cors: () => ({ methods: ['GET', 'POST'], headers: ['Content-Type'] }),

    async handle({ raw, method, path, query, admitKey }) {
      const [read] = await Promise.allSettled([readParameters(raw, { takesJson: true })]);
      const parameters = read.status === 'fulfilled' ? read.value : readFields(query);
      parametersOf.set(raw, parameters);
      const type = typeOf(parameters);
      const admission = await admitRead(read, () => admitKey(parameters.key));
      const run = calls.get(path);
      if (!run) return writePolrFailure(type, { status: 404, code: 'NOT_FOUND', sentence: 'There is no such call.' });
      if (method !== 'GET' && method !== 'POST') throw methodNotAllowed();
      try {
        return await run({ admission, parameters, type, endpoints });
      } catch (error) {
        if (error instanceof PolrError) return writePolrFailure(type, error.failure);
        throw error;
      }
    },

    refuse(failure, { raw, query }) {
      const parameters = parametersOf.get(raw) ?? readFields(query);
      return writePolrFailure(typeOf(parameters), toPolrFailure(failure));
    },
  };
}
