import type { Server } from 'bun';
import type { HubConnection } from '../bus/hub-connection.ts';
import { openBus } from '../bus/open.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { formatEnglish } from '../core/api-messages.ts';
import { openStore } from '../db/open.ts';
import type { RequestHandler } from '../http/api.ts';
import { jsonResponse } from '../http/envelope.ts';
import type { PeerSource } from '../http/peer.ts';
import { isLoopbackName } from '../lib/ip.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';
import { createSite } from './site.ts';

/** A running server. */
export interface RunningServer {
  port: number;
  /** The base of the short URLs. */
  baseUrl: string;
  accounts: Services['accounts'];
  stop(): Promise<void>;
}

// Requests in progress have this long to end before their connections are closed.
const STOP_LIMIT_MS = 6_000;

// Before that, every response closes its connection, until no request has arrived for QUIET_MS.
const QUIET_MS = 50;
const DRAIN_LIMIT_MS = 1_000;

function respondStarting(): Response {
  return jsonResponse(503, { error: 1, message: formatEnglish('failures', 'starting'), code: 'starting' });
}

/** On a loopback address every client is on this machine. Reading the address of a connection costs as much CPU as the rest of a redirect. */
function onLoopback(server: Server<undefined>): PeerSource {
  const peer = { address: '127.0.0.1' };
  return { requestIP: () => peer, timeout: (request, seconds) => server.timeout(request, seconds) };
}

/** `isShared`: other workers listen on the same port. */
function listen(config: Config, handle: RequestHandler, isShared: boolean): Server<undefined> {
  try {
    const server: Server<undefined> = Bun.serve({
      port: config.port,
      hostname: config.host,
      development: false,
      // With reusePort, Bun would share the port with another program, and each request would reach one of the two at random.
      reusePort: isShared,
      fetch: (request) => handle(request, peers),
    });
    const peers: PeerSource = isLoopbackName(config.host) ? onLoopback(server) : server;
    return server;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ConfigError(`PORT ${config.port} is in use by another program. Stop it or set another PORT.`);
    }
    throw new ConfigError(`Cannot listen on ${config.host}:${config.port} (HOST and PORT): ${message}.`);
  }
}

/** A handler that closes each connection after its response, and counts the requests. */
function closeConnections(handle: RequestHandler): { handle: RequestHandler; requestCount: number } {
  const closing = {
    requestCount: 0,
    async handle(...request: Parameters<RequestHandler>) {
      closing.requestCount += 1;
      const response = await handle(...request);
      response.headers.set('Connection', 'close');
      return response;
    },
  };
  return closing;
}

/** The port to listen on: PORT, or any free one for PORT=0. Throws if another program uses it. */
export async function findPort(config: Config): Promise<number> {
  const server = listen(config, respondStarting, false);
  const port = server.port ?? config.port;
  await server.stop(true);
  return port;
}

/**
 * Starts the server. It opens the port first: if that fails, nothing has been written yet. A worker opens the shared port last: the
 * other workers serve the requests until it is ready.
 */
export async function startApp(config: Config, runtime: Runtime, hub?: HubConnection): Promise<RunningServer> {
  let handle: RequestHandler = respondStarting;
  const takePort = () => listen(config, (request, peers) => handle(request, peers), hub !== undefined);
  const early = hub ? undefined : takePort();
  // With PORT=0 the port is known only now, and URLs must contain it.
  const port = early?.port ?? config.port;
  const effective = config.isBaseUrlSet ? config : { ...config, baseUrl: `http://localhost:${port}` };
  try {
    const { database } = await openStore(effective, runtime.now());
    const site = await createSite({
      database,
      bus: openBus(effective, runtime.log, runtime.now, hub),
      config: effective,
      runtime,
    });
    handle = site.handle;
    const server = early ?? takePort();
    return {
      port,
      baseUrl: effective.baseUrl,
      accounts: site.services.accounts,
      async stop() {
        // Streams never end by themselves.
        const streamsEnded = site.services.feeds.close();
        // Closing a connection on which a request has just arrived would reset it.
        const last = closeConnections(site.handle);
        handle = last.handle;
        const drainedMs = performance.now() + DRAIN_LIMIT_MS;
        for (let seen = -1; seen !== last.requestCount && performance.now() < drainedMs; await Bun.sleep(QUIET_MS)) {
          seen = last.requestCount;
        }
        const cut = setTimeout(() => server.stop(true), STOP_LIMIT_MS);
        await Promise.all([server.stop(), streamsEnded]);
        clearTimeout(cut);
        await site.close();
      },
    };
  } catch (error) {
    await early?.stop(true);
    throw error;
  }
}
