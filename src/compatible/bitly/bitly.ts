import { pathNotFound } from '../../http/failures.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { CompatibleProduct, Exchange } from '../product.ts';
import { createBitlinkCalls } from './bitlink-calls.ts';
import { type BitlinkParts, createBitlinks } from './bitlinks.ts';
import { createBitlyAccount } from './bitly-account.ts';
import type { BitlyCalls } from './bitly-call.ts';
import { readBitlyBody, readBitlyToken } from './bitly-input.ts';
import { createBitlyMetrics } from './bitly-metrics.ts';
import { BitlyRefusal, bitlyError, refuseAsBitly } from './bitly-refusal.ts';
import { createGroupCalls } from './group-calls.ts';

interface Parts extends BitlinkParts {
  now: Clock;
}

const ROOT = '/v4';

/** The noun of a path and the segments after it. A client may write the slashes of a bitlink as `%2F`, and its scheme. */
function readSegments(path: string): { noun: string; rest: string[] } {
  const [noun = '', ...encoded] = path.slice(ROOT.length + 1).split('/');
  let text = encoded.join('/');
  try {
    text = decodeURIComponent(text);
  } catch {
    // Not encoded; no bitlink matches it.
  }
  return { noun, rest: text === '' ? [] : text.replace(/^https?:\/\/?/i, '').split('/') };
}

/** The npm package `bitly-node-api` waits for a new connection before it sends a body, so a kept one would never get it. */
function closeAfter(response: Response): Response {
  response.headers.set('Connection', 'close');
  return response;
}

/** The API of Bitly, version 4. */
export function createBitly(parts: Parts): CompatibleProduct {
  const bitlinks = createBitlinks(parts);
  const metrics = createBitlyMetrics(parts);
  const account = createBitlyAccount(parts);
  const calls: Record<string, BitlyCalls | undefined> = {
    ...createBitlinkCalls({ ...parts, bitlinks, metrics }),
    ...createGroupCalls({ ...parts, account, bitlinks, metrics }),
  };

  async function handle(exchange: Exchange): Promise<Response> {
    const [input] = await Promise.allSettled([readBitlyBody(exchange)]);
    const admission = await exchange.admitKey(readBitlyToken(exchange));
    if (input.status === 'rejected') throw input.reason;
    const { noun, rest } = readSegments(exchange.path);
    const run = Object.hasOwn(calls, noun) ? calls[noun] : undefined;
    const response = await run?.({ exchange, admission, input: input.value, rest });
    if (!response) throw pathNotFound();
    return response;
  }

  return {
    name: 'bitly',
    route: ROOT,
    takes: (path) => path.startsWith(`${ROOT}/`),

    async handle(exchange) {
      try {
        return closeAfter(await handle(exchange));
      } catch (error) {
        if (!(error instanceof BitlyRefusal)) throw error;
        const { status, code, message: description, field } = error;
        const errors = field ? [{ field, error_code: 'invalid', message: description }] : [];
        return closeAfter(bitlyError(exchange, { status, code, description, errors }));
      }
    },

    refuse: (failure, exchange) => closeAfter(refuseAsBitly(failure, exchange)),
  };
}
