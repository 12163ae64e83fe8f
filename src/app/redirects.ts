import type { Bus } from '../bus/open.ts';
import type { Clicks } from '../clicks/clicks.ts';
import { listCompatibleWords } from '../compatible/reserved-words.ts';
import type { Config } from '../config/config.ts';
import { createHosts } from '../core/hosts.ts';
import { openPlaces } from '../geo/places.ts';
import { createVisitorHash } from '../lib/visitor-hash.ts';
import { createBioPages } from '../redirect/bio-pages.ts';
import type { FormTokens } from '../redirect/form-tokens.ts';
import { createHostFinder, type HostFinder } from '../redirect/hosts.ts';
import { createInterstitialFinder } from '../redirect/interstitial.ts';
import type { CaptureVisit } from '../redirect/record-click.ts';
import { createRedirector, type Redirector } from '../redirect/redirector.ts';
import { Unlocker } from '../redirect/unlock.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

interface Parts {
  services: Services;
  clicks: Clicks;
  bus: Bus;
  config: Config;
  secret: string;
  forms: FormTokens;
  isTrusted(address: string): boolean;
  runtime: Runtime;
}

/** Connects the parts that respond to visitors of short links. */
export function openRedirects(parts: Parts): { hostFinder: HostFinder; redirector: Redirector } {
  const { services, clicks, bus, config, secret, forms, isTrusted } = parts;
  const { now, log, loadLimitMs } = parts.runtime;
  const { baseUrl } = config;
  const capture: CaptureVisit = (visit) => clicks.capture(visit);
  const hosts = createHosts(baseUrl, config.isBaseUrlSet);
  const hostFinder = createHostFinder({ hosts, domains: services.domains, baseUrl, loadLimitMs });
  const redirector = createRedirector({
    links: services.links,
    bio: createBioPages(services.bioPages, capture, now),
    places: openPlaces(config.geoipDb),
    unlocker: new Unlocker(secret, bus.windows),
    hashVisitor: createVisitorHash(secret),
    findInterstitial: createInterstitialFinder({ ...services, addressOf: services.files.addressOf }),
    windows: bus.ownWindows,
    sharedAliases: new Set(listCompatibleWords(config.compatible)),
    pixelRules: { privacy: config.pixelPrivacy, consent: config.pixelConsent },
    recordMiss: services.missRecorder.record,
    ...{ hostFinder, forms, isTrusted, loadLimitMs, capture, now, log },
  });
  return { hostFinder, redirector };
}
