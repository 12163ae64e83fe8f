import type { Server } from 'bun';
import { openBus } from '../bus/open.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { openStore } from '../db/open.ts';
import type { Answer } from '../http/api.ts';
import { jsonResponse } from '../http/envelope.ts';
import type { Services, World } from './services.ts';
import { createSite } from './site.ts';

/** A running server. */
export interface App {
  port: number;
  /** The address that it hands out. */
  baseUrl: string;
  services: Services;
  stop(): Promise<void>;
}

// What is under way gets this long to end before its connection is cut.
const STOP_LIMIT_MS = 8_000;

function starting(): Response {
  return jsonResponse(503, { error: 1, message: 'Signpost is starting.', code: 'starting' });
}

function listen(config: Config, answer: Answer): Server<undefined> {
  try {
    return Bun.serve({
      port: config.port,
      hostname: config.host,
      development: false,
      // Bun would share the port with whoever holds it, and visitors would meet either at random.
      reusePort: false,
      fetch: (request, server) => answer(request, server),
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new ConfigError(`PORT ${config.port} is in use by another program; stop it or set another PORT.`);
    }
    throw new ConfigError(`HOST ${config.host} with PORT ${config.port} cannot be listened on: ${message}.`);
  }
}

/** Starts everything. The port is taken first: where that fails, nothing has been written yet. */
export async function startApp(config: Config, world: World): Promise<App> {
  let answer: Answer = starting;
  const server = listen(config, (request, peers) => answer(request, peers));
  // PORT=0 takes any free port, and the addresses that are handed out must name it.
  const port = server.port ?? config.port;
  const settled = config.isBaseUrlSet ? config : { ...config, baseUrl: `http://localhost:${port}` };
  try {
    const { database } = await openStore(settled, world.now());
    const site = createSite(database, openBus(settled, world.log), settled, world);
    answer = site.answer;
    return {
      port,
      baseUrl: settled.baseUrl,
      services: site.services,
      async stop() {
        const cut = setTimeout(() => server.stop(true), STOP_LIMIT_MS);
        await server.stop();
        clearTimeout(cut);
        await site.close();
      },
    };
  } catch (error) {
    await server.stop(true);
    throw error;
  }
}
