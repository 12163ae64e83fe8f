import type { RateWindows } from '../core/rate-window.ts';
import type { Places } from '../geo/places.ts';
import { isGetOrHead, methodRefused } from '../http/method-refused.ts';
import { type PeerSource, peerAddress } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Clock } from '../lib/date-time.ts';
import { clientAddress } from '../lib/ip.ts';
import type { Log } from '../lib/log.ts';
import type { HashVisitor } from '../lib/visitor-hash.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { createAccessFormHandler } from './access-forms.ts';
import type { BioPages } from './bio-pages.ts';
import type { FormTokens } from './form-tokens.ts';
import { type HostFinder, linkKeyOf, readLinkKey, type VisitedHost } from './hosts.ts';
import { isPersonRequest } from './is-person-request.ts';
import { type LinkVisit, readLinkVisit } from './link-visit.ts';
import { createLoadSnapshot, createSnapshotCache, type SnapshotParts, type StoreUnavailable } from './load-snapshot.ts';
import { createNotFoundResponder } from './not-found.ts';
import { createContextOf } from './page-context.ts';
import type { PixelRules } from './pixel-consent.ts';
import { createRecentUrls, toPlainRedirect } from './recent-urls.ts';
import { type CaptureVisit, createRecordClick } from './record-click.ts';
import { createReevaluateLink, type ReevaluateLink } from './reevaluate-link.ts';
import type { VisitorSources } from './request-visitor.ts';
import { createSimulateVisit, type SimulateVisit } from './simulate.ts';
import { carriesPixel } from './snapshot.ts';
import type { CachedSnapshot, SnapshotCache } from './snapshot-cache.ts';
import { createSpendClick } from './spend-click.ts';
import type { Unlocker } from './unlock.ts';
import { createVisitLink } from './visit-link.ts';
import { createVisitPickedLink, type VisitPickedLink } from './visit-picked-link.ts';
import { createVisitSteps } from './visit-steps.ts';

/** The dependencies of the redirector. */
export interface RedirectParts extends SnapshotParts {
  links: LinkService;
  bio: BioPages;
  hostFinder: HostFinder;
  places: Places;
  unlocker: Unlocker;
  forms: FormTokens;
  /** Limits the visits of one visitor to aliases that do not exist. */
  windows: RateWindows;
  /** Aliases on the main host that are also paths of a compatible API; the headers of a request decide which of them it is for. */
  sharedAliases: ReadonlySet<string>;
  isTrusted(address: string): boolean;
  pixelRules: PixelRules;
  hashVisitor: HashVisitor;
  capture: CaptureVisit;
  /** Counts a visit of a person to an alias that does not exist. */
  recordMiss(domainId: number, code: string): void;
  now: Clock;
  log: Log;
}

/** Handles visits of short links and bio pages. */
export interface Redirector {
  /** Handles a GET or HEAD request to a cached link if nothing follows the alias in the URL; undefined for any other request. */
  handleCached(request: Request, peers: PeerSource): Response | Promise<Response> | undefined;
  /** Handles any other visit. `host` is null if the host is not ours. */
  handle(request: Request, peers: PeerSource, host: VisitedHost | null): Response | Promise<Response>;
  visitPickedLink: VisitPickedLink;
  /** Responds to a request for something that does not exist; one visitor gets a limited number of these responses. */
  respondNotFound(request: Request, peers: PeerSource, redirectUrl?: string | null): Promise<Response>;
  /** Must be called when a link has changed. */
  forget(domainId: number, alias: string): void;
  /** Must be called when a domain has changed. */
  forgetHosts(): void;
  /** Must be called when a pixel has changed. */
  forgetPixel(id: number): void;
  reevaluateLink: ReevaluateLink;
  simulateVisit: SimulateVisit;
  cache: SnapshotCache;
}

export function createRedirector(parts: RedirectParts): Redirector {
  const { links, bio, hostFinder, places, unlocker, windows, isTrusted, pixelRules, capture, now, log } = parts;
  const { recordMiss } = parts;

  function addressOf(request: Request, peer: string): string {
    return clientAddress(peer, request.headers.get('X-Forwarded-For'), isTrusted);
  }

  const cache = createSnapshotCache(parts);
  const recentUrls = createRecentUrls(hostFinder, cache, parts.sharedAliases);
  const loadSnapshot = createLoadSnapshot(cache, log);
  const isUnlocked = unlocker.isUnlocked.bind(unlocker);
  const sources: VisitorSources = { places, addressOf, isUnlocked, pixelRules, hashVisitor: parts.hashVisitor };
  const contextOf = createContextOf(parts.forms);
  const spendClick = createSpendClick({ links, cache, log });
  const recordClick = createRecordClick(capture, now);
  const steps = createVisitSteps({ sources, contextOf, spendClick, recordClick, now });
  const { respond } = steps;
  const visitLink = createVisitLink(steps);
  const handleForm = createAccessFormHandler({ unlocker, sources, contextOf, respond, visitLink, now });
  const notFound = createNotFoundResponder(windows, addressOf, now);

  function visitSnapshot(
    visit: LinkVisit,
    snapshot: CachedSnapshot | StoreUnavailable | null,
  ): Response | Promise<Response> {
    const { request, peer, method, isPreview, isScan, host } = visit;
    switch (snapshot?.kind) {
      case 'link':
        return method === 'POST' ? handleForm(visit, snapshot) : visitLink(visit, snapshot);
      case 'bio-page':
        if (method === 'POST') return methodRefused('GET, HEAD');
        return isPreview || isScan
          ? notFound.respondLimited(request, peer, host.redirect404)
          : bio.respond(request, peer, snapshot);
      case 'store-unavailable':
        return unavailablePage(languageOf(request));
      case undefined: {
        const { domainId, alias } = readLinkKey(visit.key);
        if (method === 'GET' && isPersonRequest(request)) recordMiss(domainId, alias);
        return notFound.respondLimited(request, peer, host.redirect404);
      }
    }
  }

  async function loadAndVisit(visit: LinkVisit): Promise<Response> {
    return visitSnapshot(visit, await loadSnapshot(visit.key));
  }

  return {
    handleCached(request, peers) {
      const { url, method } = request;
      const recent = recentUrls.find(url);
      if (recent === undefined) return undefined;
      const { key } = recent;
      const snapshot = cache.peekEntry(key, recent.entry);
      if (snapshot === undefined || snapshot === null || !isGetOrHead(method)) return undefined;
      const peer = peerAddress(request, peers);
      if (recent.redirect?.snapshot !== snapshot) recent.redirect = toPlainRedirect(snapshot);
      const { redirect } = recent;
      // A plain link needs no decision and no visit object.
      if (redirect) {
        const { headers } = request;
        capture({
          noun: 'link',
          id: redirect.linkId,
          headers,
          peer,
          at: now(),
          isHead: method === 'HEAD',
          isScan: false,
          utm: redirect.utm,
          route: '',
        });
        // A clone costs less than a new response.
        return redirect.response.clone() as Response;
      }
      const host = hostFinder.peek(url);
      return host
        ? visitSnapshot({ request, peer, method, host, key, query: '', isPreview: false, isScan: false }, snapshot)
        : undefined;
    },

    handle(request, peers, host) {
      if (!isGetOrHead(request.method) && request.method !== 'POST') return methodRefused('GET, HEAD');
      if (host === null) return notFound.respond(request, null);
      const visit = readLinkVisit(request, peers, host);
      if (!visit) {
        const isRoot = splitUrl(request.url).path === '/';
        return notFound.respond(request, isRoot ? host.redirectRoot : host.redirect404);
      }
      const snapshot = cache.peek(visit.key);
      return snapshot === undefined ? loadAndVisit(visit) : visitSnapshot(visit, snapshot);
    },

    visitPickedLink: createVisitPickedLink({ cache, loadSnapshot, steps }),
    respondNotFound: (request, peers, redirectUrl = null) =>
      notFound.respondLimited(request, peerAddress(request, peers), redirectUrl),
    reevaluateLink: createReevaluateLink({ cache, hostFinder, sources, contextOf, now }),
    simulateVisit: createSimulateVisit({ sources, findInterstitial: parts.findInterstitial, now }),
    forget: (domainId, alias) => cache.forget(linkKeyOf(domainId, alias)),
    forgetHosts: () => recentUrls.clear(),
    forgetPixel: (id) => cache.forgetWhere((kept) => kept.kind === 'link' && carriesPixel(kept, id)),
    cache,
  };
}
