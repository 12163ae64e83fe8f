import { type Service, startPostgres, startRedis } from './services.ts';

/** The servers of one run. Each is started when the first test asks for it, and used by all. */
export interface TestServices {
  /** Where tests ask for the URL of a server: `GET /postgres` and `GET /redis`. */
  url: string;
  /** Starts all of them at once. */
  startAll(): Promise<void>;
  stop(): Promise<void>;
}

const starters = { postgres: startPostgres, redis: () => startRedis() } satisfies Record<
  string,
  () => Promise<Service>
>;

/** A server that all tests of a run share. */
export type SharedService = keyof typeof starters;

/** Opens the door at which tests ask for servers; starts none yet. */
export function openTestServices(): TestServices {
  const started = new Map<string, Promise<Service>>();

  function start(name: SharedService): Promise<Service> {
    const service = started.get(name) ?? starters[name]();
    started.set(name, service);
    return service;
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    // Installing a package takes longer than the usual limit of a request.
    idleTimeout: 0,
    async fetch({ url }) {
      const name = new URL(url).pathname.slice(1);
      if (!Object.hasOwn(starters, name)) return new Response('There is no such server.', { status: 404 });
      return start(name as SharedService).then(
        (service) => new Response(service.url),
        (error: Error) => new Response(error.message, { status: 503 }),
      );
    },
  });

  return {
    url: server.url.href,
    async startAll() {
      await Promise.allSettled(Object.keys(starters).map((name) => start(name as SharedService)));
    },
    async stop() {
      await server.stop(true);
      const services = await Promise.allSettled(started.values());
      await Promise.all(services.map((service) => (service.status === 'fulfilled' ? service.value.stop() : undefined)));
    },
  };
}
