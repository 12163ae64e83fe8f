import { checkReady } from '../db/check-ready.ts';
import type { Database } from '../db/db.ts';
import { translateStoreError as translate } from '../db/failures.ts';
import { jsonResponse } from '../http/envelope.ts';
import { errorResponse } from '../http/error-response.ts';
import { methodNotAllowed } from '../http/failures.ts';
import { healthResponse, metricsResponse, readyResponse } from '../http/health.ts';
import { isGetOrHead, methodRefused } from '../http/method-refused.ts';
import type { Metrics } from '../http/metrics.ts';
import type { PeerSource } from '../http/peer.ts';
import { tlsAskResponse } from '../http/tls-ask.ts';
import type { Log } from '../lib/log.ts';
import { hostOf } from '../lib/url.ts';
import { avatarPicture } from '../pages/avatar.ts';
import { LOGO_PATH, logoFile } from '../pages/brand.ts';
import { interFont } from '../pages/fonts.ts';
import type { HostFinder } from '../redirect/hosts.ts';
import type { KeyService } from '../resources/keys/key.service.ts';
import type { PathHandler } from './path-handler.ts';

interface Parts {
  database: Database;
  /** The OpenAPI document. */
  describe(): object;
  metrics: Metrics;
  hostFinder: HostFinder;
  findPrincipal: KeyService['findPrincipal'];
  isTrusted(address: string): boolean;
  baseUrl: string;
  log: Log;
}

/** Handles the paths of the program itself, which exist on every host: health, metrics, certificates, fonts, pictures, OpenAPI. */
export function createSystemHandler(parts: Parts): PathHandler {
  const { database, describe, metrics, hostFinder, findPrincipal, isTrusted, baseUrl, log } = parts;
  let openapi: Response | undefined;
  const mainName = hostOf(baseUrl);
  const tlsAsk = {
    isTrusted,
    isOurs: async (name: string) => name === mainName || hostFinder.hasVerifiedDomain(name),
    log,
  };

  function find(request: Request, peers: PeerSource, path: string): Response | Promise<Response> | undefined {
    switch (path) {
      case '/api/openapi.json':
        openapi ??= jsonResponse(200, describe());
        return openapi.clone() as Response;
      case '/assets/inter.woff2':
        return interFont();
      case LOGO_PATH:
        return logoFile();
      case '/healthz':
        return healthResponse();
      case '/internal/tls-ask':
        return tlsAskResponse(request, peers, tlsAsk);
      case '/metrics':
        return metricsResponse(request, peers, { metrics, findPrincipal, isTrusted, translate, log });
      case '/readyz':
        return readyResponse(() => checkReady(database), log);
    }
    const [, name] = /^\/avatar\/([\w-]{1,50})\.svg$/.exec(path) ?? [];
    return name === undefined ? undefined : avatarPicture(name);
  }

  return (request, peers, path) => {
    const response = find(request, peers, path);
    if (response === undefined || isGetOrHead(request.method)) return response;
    if (!path.startsWith('/api/')) return methodRefused('GET, HEAD');
    const refused = errorResponse(methodNotAllowed(), '', translate, log);
    refused.headers.set('Allow', 'GET, HEAD');
    return refused;
  };
}
