import { createBitly } from '../compatible/bitly/bitly.ts';
import { createDub } from '../compatible/dub/dub.ts';
import { createKutt } from '../compatible/kutt/kutt.ts';
import { createOlderCalls } from '../compatible/older/older-calls.ts';
import { createPolr } from '../compatible/polr/polr.ts';
import type { CompatibleProduct } from '../compatible/product.ts';
import { listCompatibleWords } from '../compatible/reserved-words.ts';
import { type ServeParts, serveProduct } from '../compatible/serve-product.ts';
import { createYourls } from '../compatible/yourls/yourls.ts';
import type { CompatibleName } from '../config/compatible-values.ts';
import type { Config } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import type { Db } from '../db/db.ts';
import type { EndpointCaller } from '../http/endpoint-caller.ts';
import type { Log } from '../lib/log.ts';
import { findSlugs } from '../resources/bio/bio.store.ts';
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
}

/** Every product whose API calls are answered. Where two have the same paths, the first one that takes a request serves it. */
const products: Partial<Record<CompatibleName, (parts: Parts) => CompatibleProduct>> = {
  yourls: ({ services: { keys, links, findByPassword }, ...parts }) =>
    createYourls({ ...parts, findByPassword, findSigner: keys.findSigner, countClicks: links.countClicks }),
  polr: createPolr,
  kutt: ({ services, endpoints, config, now }) =>
    createKutt({ ...services, endpoints, secret: loadSecret(config), baseUrl: config.baseUrl, now }),
  bitly: ({ services, endpoints, config, now }) =>
    createBitly({ ...services, endpoints, secret: loadSecret(config), baseUrl: config.baseUrl, now }),
  older: createOlderCalls,
  dub: createDub,
};

/** Handles the requests of other products' clients; with COMPATIBLE not set, none. */
export function createCompatibleHandler(parts: Parts): PathHandler {
  const served = Object.entries(products)
    .filter(([name]) => parts.config.compatible.has(name as CompatibleName))
    .map(([, create]) => create(parts));
  return (request, peers, path) => {
    const trimmed = path.replace(/\/+$/, '');
    const product = served.find((one) => one.takes(trimmed, request));
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
