import type { HubConnection } from '../bus/hub-connection.ts';
import { openBus } from '../bus/open.ts';
import type { CertificateSource } from '../certificates/certificate.ts';
import { FileCertificates } from '../certificates/file-certificates.ts';
import type { Config } from '../config/config.ts';
import { formatEnglish } from '../core/api-messages.ts';
import type { RequestHandler } from '../http/api.ts';
import { jsonResponse } from '../http/envelope.ts';
import { createHttpPortHandler } from './http-port-handler.ts';
import { HttpsPort } from './https-port.ts';
import { drain, type Listener, type ListenOptions, listen } from './listen.ts';
import { prepareStore } from './prepare-store.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';
import { createSite, type Site } from './site.ts';

/** A running server. */
export interface RunningServer {
  /** The port for HTTP; undefined with HTTP_PORT=off. */
  port: number | undefined;
  /** The port for HTTPS, unless HTTPS is off. */
  httpsPort: number | undefined;
  /** The base of the short URLs. */
  baseUrl: string;
  accounts: Services['accounts'];
  stop(): Promise<void>;
}

/** The ports of a server; with workers, all of them listen on the same ones. */
export interface Ports {
  /** For HTTP; undefined with HTTP_PORT=off. */
  http: number | undefined;
  /** For HTTPS; undefined if HTTPS is off. */
  https: number | undefined;
}

// Requests in progress have this long to end before their connections are closed.
const STOP_LIMIT_MS = 6_000;

function respondStarting(): Response {
  return jsonResponse(503, { error: 1, message: formatEnglish('failures', 'starting'), code: 'starting' });
}

function readPorts({ https, port, httpPort, httpsPort }: Config): Ports {
  return https === 'off' ? { http: port, https: undefined } : { http: httpPort, https: httpsPort };
}

/** What `listen` needs for the port for HTTP. */
function httpOptions(config: Config, port: number): Omit<ListenOptions, 'handle' | 'isShared'> {
  return { config, port, setting: config.https === 'off' ? 'PORT' : 'HTTP_PORT' };
}

/** Opens a port and closes it again, which shows that it is free; for port 0, finds a free one. */
async function probe(options: Omit<ListenOptions, 'handle' | 'isShared'>): Promise<number> {
  const listener = listen({ ...options, handle: respondStarting, isShared: false });
  await listener.stop(true);
  return listener.port;
}

/** The ports to listen on. Throws if another program uses one of them. */
export async function findPorts(config: Config): Promise<Ports> {
  const { http, https } = readPorts(config);
  return {
    http: http === undefined ? undefined : await probe(httpOptions(config, http)),
    https: https === undefined ? undefined : await probe({ config, port: https, setting: 'HTTPS_PORT' }),
  };
}

/** Adds `Strict-Transport-Security` to every response. */
function withHsts(handle: RequestHandler, seconds: number): RequestHandler {
  if (seconds === 0) return handle;
  const value = `max-age=${seconds}`;
  return async (...request) => {
    const response = await handle(...request);
    response.headers.set('Strict-Transport-Security', value);
    return response;
  };
}

/** The port for HTTPS and its certificates; undefined if HTTPS is off. */
async function openHttps(config: Config, port: number | undefined, site: Site, { log }: Runtime) {
  if (port === undefined) return undefined;
  const { tlsCert: cert = '', tlsKey: key = '' } = config;
  const files = config.https === 'files' ? new FileCertificates({ cert, key, log }) : undefined;
  const source = files ?? (site.certificates?.source as CertificateSource);
  const handle = withHsts(site.handle, config.hstsSeconds);
  return { source, files, port: await HttpsPort.open({ config, port, source, handle, log }) };
}

/**
 * Starts the server. It opens the port for HTTP first: if that fails, nothing has been written yet. A worker opens the shared ports last: the
 * other workers serve the requests until it is ready. `ports` are those of the other workers.
 */
export async function startApp(
  config: Config,
  runtime: Runtime,
  worker?: { hub: HubConnection; ports: Ports },
): Promise<RunningServer> {
  const ports = worker?.ports ?? (config.https === 'off' ? readPorts(config) : await findPorts(config));
  const openHttp = (handle: RequestHandler) =>
    ports.http === undefined
      ? undefined
      : listen({ ...httpOptions(config, ports.http), handle, isShared: worker !== undefined });
  let http: Listener | undefined = worker ? undefined : openHttp(respondStarting);
  // With PORT=0 the port is known only now, and URLs must contain it.
  const effective = config.isBaseUrlSet
    ? config
    : { ...config, baseUrl: `http://localhost:${http?.port ?? ports.http}` };
  try {
    const { database } = await prepareStore(effective, runtime);
    const bus = openBus(effective, runtime.log, runtime.now, worker?.hub);
    const site = await createSite({ database, bus, config: effective, runtime });
    const https = await openHttps(effective, ports.https, site, runtime);
    const handle = https
      ? createHttpPortHandler({
          handle: site.handle,
          covers: (name) => https.source.covers(name),
          findChallengeResponse: async (token) => site.certificates?.findHttpResponse(token),
          baseUrl: effective.baseUrl,
        })
      : site.handle;
    if (http) http.handle = handle;
    else http = openHttp(handle);
    // A certificate authority asks the port for HTTP, which is open now.
    await site.certificates?.start();
    return {
      port: http?.port,
      httpsPort: ports.https,
      baseUrl: effective.baseUrl,
      accounts: site.services.accounts,
      async stop() {
        // Streams never end by themselves.
        const streamsEnded = site.services.feeds.close();
        https?.files?.close();
        const cut = setTimeout(() => {
          void http?.stop(true);
          void https?.port.cut();
        }, STOP_LIMIT_MS);
        if (http) await drain(http);
        await Promise.all([http?.stop(), https?.port.stop(), streamsEnded]);
        clearTimeout(cut);
        await site.close();
      },
    };
  } catch (error) {
    await http?.stop(true);
    throw error;
  }
}
