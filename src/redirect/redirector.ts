import { ALIAS } from '../core/alias.ts';
import type { RateWindows } from '../core/rate-window.ts';
import { isReserved } from '../core/reserved-words.ts';
import type { Places } from '../geo/places.ts';
import { isGetOrHead, methodRefused } from '../http/method-refused.ts';
import { type PeerSource, peerAddress } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Clock } from '../lib/date-time.ts';
import { clientAddress } from '../lib/ip.ts';
import type { Log } from '../lib/log.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { MAIN_DOMAIN } from '../resources/links/link.ts';
import { createAccessFormHandler } from './access-forms.ts';
import type { BioPages } from './bio-pages.ts';
import type { BioSnapshot } from './bio-snapshot.ts';
import { type Decision, decide, decideEnded, isFollowed } from './decide.ts';
import type { FormTokens } from './form-tokens.ts';
import { type HostFinder, linkKeyOf, readLinkKey, type VisitedHost } from './hosts.ts';
import type { FindInterstitial } from './interstitial.ts';
import type { LinkVisit } from './link-visit.ts';
import { createNotFoundResponder } from './not-found.ts';
import { createContextOf } from './page-context.ts';
import type { PickedLink } from './picked-link.ts';
import type { PixelRules } from './pixel-consent.ts';
import { createReevaluateLink, type ReevaluateLink } from './reevaluate-link.ts';
import { withReferrer } from './referrer-cookie.ts';
import { RequestVisitor, type VisitorSources } from './request-visitor.ts';
import { redirectOften, redirectResponse, respondPage, respondPreview } from './respond.ts';
import { needsOwnHost } from './respond-overlay.ts';
import { carriesPixel, type LinkSnapshot, snapshotOfLink } from './snapshot.ts';
import { type CachedSnapshot, cacheRules, SnapshotCache } from './snapshot-cache.ts';
import type { Unlocker } from './unlock.ts';

/** The dependencies of the redirector. */
export interface RedirectParts {
  links: LinkService;
  /** Asked where no link of the main host has the name. */
  bio: BioPages;
  hostFinder: HostFinder;
  places: Places;
  unlocker: Unlocker;
  findInterstitial: FindInterstitial;
  forms: FormTokens;
  /** Counts the misses of each visitor. */
  windows: RateWindows;
  isTrusted(address: string): boolean;
  pixelRules: PixelRules;
  /** Takes down a visit that led on; never throws and never waits. */
  capture(visited: Pick<Request, 'headers'>, peer: string, linkId: number, at: number, isHead: boolean): void;
  /** How long a visit waits for the store; defaults to the cache's rule. */
  loadLimitMs?: number | undefined;
  now: Clock;
  log: Log;
}

/** Answers visits to short links. */
export interface Redirector {
  /** The answer to a visit of a link that is known, by its bare address; undefined for every other request. */
  answerFast(request: Request, peers: PeerSource): Response | Promise<Response> | undefined;
  /** Responds to any other visit, also of an unknown host; an uncached link is loaded from the store. */
  answer(request: Request, peers: PeerSource, home: VisitedHost | null): Response | Promise<Response>;
  /** Responds to a visit of this link through another URL. */
  answerAs(request: Request, peers: PeerSource, asked: PickedLink): Response | Promise<Response>;
  /** Responds to a visit of something that does not exist; many of them from one visitor are limited. */
  answerMiss(request: Request, peers: PeerSource): Promise<Response>;
  /** Must be called when a link has changed. */
  forget(domainId: number, alias: string): void;
  /** Must be called when a domain has changed. */
  forgetHosts(): void;
  /** Must be called when a pixel has changed. */
  forgetPixel(id: number): void;
  /** For what the page of a link sends back. */
  reevaluateLink: ReevaluateLink;
  cache: SnapshotCache;
}

// `http://a`: the path begins at the first slash after it.
const SHORTEST_ORIGIN = 8;
const MAX_KNOWN = 2_000;

export function createRedirector(parts: RedirectParts): Redirector {
  const { links, bio, hostFinder, places, unlocker, windows, isTrusted, pixelRules, capture, now, log } = parts;
  // The link keys of recently visited URLs: computing a key costs more than a look-up.
  const knownKeys = new Map<string, string>();
  const contextOf = createContextOf(parts.forms);
  const notFound = createNotFoundResponder(windows, addressOf, now);
  const sources: VisitorSources = { places, addressOf, isUnlocked: unlocker.isUnlocked.bind(unlocker), pixelRules };

  const load = async (key: string) => {
    const { domainId, alias } = readLinkKey(key);
    const link = await links.findByAlias(domainId, alias);
    if (link) return snapshotOfLink(link, link.interstitialId === null ? null : await parts.findInterstitial(link));
    return domainId === MAIN_DOMAIN ? bio.load(alias) : null;
  };
  const { loadLimitMs = cacheRules.loadLimitMs } = parts;
  const cache = new SnapshotCache(load, { ...cacheRules, loadLimitMs });

  function addressOf(request: Request, peer: string): string {
    return clientAddress(peer, request.headers.get('X-Forwarded-For'), isTrusted);
  }

  function answerKnown(visit: LinkVisit, snapshot: LinkSnapshot): Response | Promise<Response> {
    const { request, peer, method, query, isPreview } = visit;
    if (method === 'POST') return answerSentForm(visit, snapshot);
    const visitor = new RequestVisitor(request, peer, query, sources);
    const decision = decide(snapshot, visitor, now());
    if (isPreview) return respondPreview(decision, snapshot, contextOf(visit, snapshot));
    if (visit.asked && needsOwnHost(decision, snapshot, visit.asked)) return visit.asked.instead('form');
    // What is not counted as a click takes none: the preview of a link in a chat must not use it up.
    if (snapshot.options?.isCounted && isFollowed(decision) && decision.kind !== 'limited') {
      return answerCounted(visit, snapshot, decision);
    }
    return answerDecided(visit, snapshot, decision);
  }

  function answerDecided(visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision): Response | Promise<Response> {
    const { request, peer, method } = visit;
    if (isFollowed(decision)) {
      const visited = snapshot.options?.passwordHash ? withReferrer(request) : request;
      capture(visited, peer, snapshot.linkId, now(), method === 'HEAD');
    } else if (visit.asked)
      return visit.asked.instead(decision.kind === 'password' || decision.kind === 'consent' ? 'form' : 'over');
    if (decision.kind === 'redirect') return redirectResponse(decision.url, decision.code);
    return respondPage(decision, snapshot, contextOf(visit, snapshot));
  }

  /** Lets a visitor through only while the link has clicks left. */
  async function answerCounted(visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision): Promise<Response> {
    const { options, linkId } = snapshot;
    if (visit.asked?.isStoreAway) return visit.asked.instead('away');
    try {
      if (!options || (await links.spendClick(linkId))) return answerDecided(visit, snapshot, decision);
    } catch (error) {
      // Let through uncounted, a link for one visitor would serve many.
      log.error('a visit could not be counted', { linkId, error });
      return visit.asked?.instead('away') ?? unavailablePage(languageOf(visit.request));
    }
    cache.replace(visit.key, snapshot, { ...snapshot, options: { ...options, isSpent: true } });
    return answerDecided(visit, snapshot, decideEnded(options));
  }

  const answerSentForm = createAccessFormHandler({ unlocker, sources, contextOf, answerKnown, answerDecided, now });

  async function answerUnknown(visit: LinkVisit): Promise<Response> {
    const { request, key } = visit;
    let snapshot: CachedSnapshot | null;
    try {
      snapshot = await cache.load(key);
    } catch (error) {
      log.error('a link could not be looked up', { error });
      return visit.asked?.instead('away') ?? unavailablePage(languageOf(request));
    }
    return answerFound(visit, snapshot);
  }

  function answerBio({ request, peer, method, isPreview }: LinkVisit, page: BioSnapshot): Response | Promise<Response> {
    if (method === 'POST') return methodRefused('GET, HEAD');
    return isPreview ? notFound.answerMiss(request, peer, null) : bio.answer(request, peer, page);
  }

  function answerFound(visit: LinkVisit, named: CachedSnapshot | null): Response | Promise<Response> {
    const { asked, request, peer, home } = visit;
    if (named?.kind === 'bio-page' && !asked) return answerBio(visit, named);
    // Its alias may be another's by now.
    if (named?.kind === 'link' && (!asked || asked.id === named.linkId)) return answerKnown(visit, named);
    return asked ? asked.instead('over') : notFound.answerMiss(request, peer, home.redirect404);
  }

  /** The key of the link that a URL asks for, where its host is known; with a query it is no link's, and goes the longer way. */
  function findKey(url: string): string | undefined {
    const home = hostFinder.peek(url);
    if (!home) return undefined;
    const rest = url.slice(url.indexOf('/', SHORTEST_ORIGIN) + 1);
    // With a slash it would be the key of a link on another host.
    return rest.includes('/') ? undefined : home.prefix + rest;
  }

  function rememberKey(url: string, key: string): void {
    if (!hostFinder.peek(url)?.isLasting) return;
    if (knownKeys.size >= MAX_KNOWN) knownKeys.clear();
    knownKeys.set(url, key);
  }

  function answerFast(request: Request, peers: PeerSource): Response | Promise<Response> | undefined {
    const { url, method } = request;
    const known = knownKeys.get(url);
    const key = known ?? findKey(url);
    if (key === undefined) return undefined;
    const snapshot = cache.peek(key);
    if (!snapshot || !isGetOrHead(method)) return undefined;
    if (known === undefined) rememberKey(url, key);
    const peer = peerAddress(request, peers);
    if (snapshot.kind === 'link' && snapshot.options === null) {
      capture(request, peer, snapshot.linkId, now(), method === 'HEAD');
      return redirectOften(snapshot.url, snapshot.code);
    }
    const home = hostFinder.peek(url);
    return home ? answerFound({ request, peer, method, home, key, query: '', isPreview: false }, snapshot) : undefined;
  }

  function answer(request: Request, peers: PeerSource, home: VisitedHost | null): Response | Promise<Response> {
    const { path, query } = splitUrl(request.url);
    const { method } = request;
    if (!isGetOrHead(method) && method !== 'POST') return methodRefused('GET, HEAD');
    if (home === null) return notFound.answer(request, null);
    if (path === '/') return notFound.answer(request, home.redirectRoot);
    const [, alias = '', mark = ''] = /^\/([^/+]*)(\+?)\/?$/.exec(path) ?? [];
    if (!ALIAS.test(alias) || isReserved(alias)) return notFound.answer(request, home.redirect404);
    const key = home.prefix + alias;
    const visit = { request, peer: peerAddress(request, peers), method, home, key, query, isPreview: mark === '+' };
    const snapshot = cache.peek(key);
    return snapshot === undefined ? answerUnknown(visit) : answerFound(visit, snapshot);
  }

  function answerAs(request: Request, peers: PeerSource, asked: PickedLink): Response | Promise<Response> {
    const { method, url } = request;
    const { domainId, alias, shortUrl, isStoreAway } = asked;
    const key = linkKeyOf(domainId, alias);
    const home = { origin: shortUrl.slice(0, -alias.length - 1), redirect404: null };
    const { query } = splitUrl(url);
    const visit = { request, peer: peerAddress(request, peers), method, home, key, query, isPreview: false, asked };
    const named = isStoreAway ? cache.lastKnown(key) : cache.peek(key);
    if (named !== undefined) return answerFound(visit, named);
    return isStoreAway ? asked.instead('away') : answerUnknown(visit);
  }

  return {
    answerFast,
    answer,
    answerAs,
    answerMiss: (request, peers) => notFound.answerMiss(request, peerAddress(request, peers), null),
    cache,
    forget: (domainId, alias) => cache.forget(linkKeyOf(domainId, alias)),
    forgetHosts: () => knownKeys.clear(),
    forgetPixel: (id) => cache.forgetWhere((named) => named.kind === 'link' && carriesPixel(named, id)),
    reevaluateLink: createReevaluateLink({ cache, hostFinder, sources, contextOf, now }),
  };
}
