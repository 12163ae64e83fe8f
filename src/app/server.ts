import type { Server } from 'bun';
import { openBus } from '../bus/open.ts';
import type { WorkerLine } from '../bus/worker-line.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { openStore } from '../db/open.ts';
import type { Answer } from '../http/api.ts';
import { jsonResponse } from '../http/envelope.ts';
import type { PeerSource } from '../http/peer.ts';
import { isLoopbackName } from '../lib/ip.ts';
import type { Services } from './services.ts';
import { createSite } from './site.ts';
import type { World } from './world.ts';

/** A running server. */
export interface App {
  port: number;
  /** The address that it hands out. */
  baseUrl: string;
  accounts: Services['accounts'];
  stop(): Promise<void>;
}

// What is under way gets this long to end before its connection is cut.
const STOP_LIMIT_MS = 6_000;

// Before that, connections end with an answer until nobody has asked for this long, or so long in all.
const QUIET_MS = 50;
const DRAIN_LIMIT_MS = 1_000;

function starting(): Response {
  return jsonResponse(503, { error: 1, message: 'Signpost is starting.', code: 'starting' });
}

/** Whoever reaches a loopback address is on this machine; to ask the connection would cost as much as all of a redirect's own work. */
function onLoopback(server: Server<undefined>): PeerSource {
  const peer = { address: '127.0.0.1' };
  return { requestIP: () => peer, timeout: (request, seconds) => server.timeout(request, seconds) };
}

/** `isShared` where other processes of ours listen on the same port. */
function listen(config: Config, answer: Answer, isShared: boolean): Server<undefined> {
  try {
    const server: Server<undefined> = Bun.serve({
      port: config.port,
      hostname: config.host,
      development: false,
      // Bun would share the port with whoever holds it, and visitors would meet either at random.
      reusePort: isShared,
      fetch: (request) => answer(request, peers),
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

/** Answers that end their connection, and how many there were. */
function answerLast(answer: Answer): { answer: Answer; asked: number } {
  const last = {
    asked: 0,
    async answer(...asked: Parameters<Answer>) {
      last.asked += 1;
      const response = await answer(...asked);
      response.headers.set('Connection', 'close');
      return response;
    },
  };
  return last;
}

/** The port that can be listened on, as it is or any free one; throws where somebody else has it. */
export async function findPort(config: Config): Promise<number> {
  const server = listen(config, starting, false);
  const port = server.port ?? config.port;
  await server.stop(true);
  return port;
}

/**
 * Starts everything. The port is taken first: where that fails, nothing has been written yet. A worker shares it with the others on
 * its line, and takes it last: whoever it would tell to come again they can answer.
 */
export async function startApp(config: Config, world: World, line?: WorkerLine): Promise<App> {
  let answer: Answer = starting;
  const takePort = () => listen(config, (request, peers) => answer(request, peers), line !== undefined);
  const early = line ? undefined : takePort();
  // PORT=0 takes any free port, and the addresses that are handed out must name it.
  const port = early?.port ?? config.port;
  const settled = config.isBaseUrlSet ? config : { ...config, baseUrl: `http://localhost:${port}` };
  try {
    const { database } = await openStore(settled, world.now());
    const site = await createSite(database, openBus(settled, world.log, world.now, line), settled, world);
    answer = site.answer;
    const server = early ?? takePort();
    return {
      port,
      baseUrl: settled.baseUrl,
      accounts: site.services.accounts,
      async stop() {
        // Streams would never end by themselves.
        const streamsEnded = site.services.feeds.close();
        // To close a connection on which the next request has just arrived would reset it.
        const last = answerLast(site.answer);
        answer = last.answer;
        const drainedMs = performance.now() + DRAIN_LIMIT_MS;
        for (let seen = -1; seen !== last.asked && performance.now() < drainedMs; await Bun.sleep(QUIET_MS)) {
          seen = last.asked;
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
