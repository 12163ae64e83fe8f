import { createBitly } from '../compatible/bitly/bitly.ts';
import { createDub } from '../compatible/dub/dub.ts';
import { createKutt } from '../compatible/kutt/kutt.ts';
import { createOlderCalls } from '../compatible/older/older-calls.ts';
import { createPolr } from '../compatible/polr/polr.ts';
import type { CompatibleProduct } from '../compatible/product.ts';
import { listCompatibleWords } from '../compatible/reserved-words.ts';
import { type ServeParts, serveProduct } from '../compatible/serve-product.ts';
import { createShlink } from '../compatible/shlink/shlink.ts';
import { createYourls } from '../compatible/yourls/yourls.ts';
import type { CompatibleName } from '../config/compatible-values.ts';
import type { Config } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import type { RateWindows } from '../core/rate-window.ts';
import type { Database, Db } from '../db/db.ts';
import type { EndpointCaller } from '../http/endpoint-caller.ts';
import type { Log } from '../lib/log.ts';
import type { VisitedHost } from '../redirect/hosts.ts';
import { findSlugs } from '../resources/bio/bio.store.ts';
import { MAIN_DOMAIN } from '../resources/domains/domain.ts';
import { findTakenOnMain } from '../resources/links/link-read.store.ts';
import type { DrawPicture } from '../resources/qr-codes/picture-kind.ts';
import type { PathHandler } from './path-handler.ts';
import type { Services } from './services.ts';

interface Parts extends Omit<ServeParts, 'endpoints'> {
  config: Config;
  services: Services;
  endpoints: EndpointCaller;
  db: Db;
  draw: DrawPicture;
  database: Database;
  windows: RateWindows;
  baseUrl: string;
  /** Returns once every earlier click is counted. */
  waitForClicks(): Promise<void>;
}

/** Every product whose API this server provides. If two have the same paths, the first one that accepts a request handles it. */
const products: Record<CompatibleName, (parts: Parts) => CompatibleProduct> = {
  yourls: ({ services: { keys, links, findByPassword }, ...parts }) =>
    createYourls({ ...parts, findByPassword, findSigner: keys.findSigner, countClicks: links.countClicks }),
  polr: createPolr,
  kutt: ({ services, endpoints, config, now }) =>
    createKutt({ ...services, endpoints, secret: loadSecret(config), baseUrl: config.baseUrl, now }),
  bitly: ({ services, endpoints, config, now }) =>
    createBitly({ ...services, endpoints, secret: loadSecret(config), baseUrl: config.baseUrl, now }),
  older: createOlderCalls,
  dub: createDub,
  shlink: createShlink,
};

/** Handles the requests of other products' clients on any host, or on the one that is given. */
export type CompatibleHandler = (
  ...request: [...Parameters<PathHandler>, host?: VisitedHost]
) => ReturnType<PathHandler>;

/** With COMPATIBLE not set, the handler handles nothing. */
export function createCompatibleHandler(parts: Parts): CompatibleHandler {
  const served = Object.entries(products)
    .filter(([name]) => parts.config.compatible.has(name as CompatibleName))
    .map(([, create]) => create(parts));
  return (request, peers, path, host) => {
    const trimmed = path.replace(/\/+$/, '');
    const isBranded = host !== undefined && host.domainId !== MAIN_DOMAIN;
    const product = served.find((one) => (one.isOnBrandedDomains || !isBranded) && one.takes(trimmed, request));
    return product && serveProduct(product, request, peers, trimmed, parts);
  };
}

/** Logs the links and bio pages that have a word which compatible APIs reserve. They are served as before. */
export async function warnAboutTakenWords(db: Db, names: Iterable<CompatibleName>, log: Log): Promise<void> {
  const words = listCompatibleWords(names);
  if (words.length === 0) return;
  const [aliases, slugs] = [await findTakenOnMain(db, words), await findSlugs(db, words)];
  for (const word of [...aliases, ...slugs])
    log.warn('a link has a name that a compatible API reserves; it is still served', { path: `/${word}` });
}
