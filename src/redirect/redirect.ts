import type { Hosts } from '../core/hosts.ts';
import type { RateWindows } from '../core/rate-window.ts';
import { isReserved } from '../core/reserved-words.ts';
import type { Places } from '../geo/places.ts';
import { methodRefused } from '../http/method-refused.ts';
import type { PeerSource } from '../http/peer.ts';
import { readForm } from '../http/read-input.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Clock } from '../lib/date-time.ts';
import { clientAddress, limitGroup } from '../lib/ip.ts';
import type { Log } from '../lib/log.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { passwordPage } from '../pages/password.ts';
import { chooseLanguage, type Language } from '../pages/texts.ts';
import { tooManyPage } from '../pages/too-many.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { MAIN_DOMAIN } from '../resources/links/link.ts';
import type { AskedLink } from './asked-link.ts';
import { type Decision, decide, decideEnded, isFollowed } from './decide.ts';
import { type PageContext, redirectOften, redirectResponse, respondPage, respondPreview } from './respond.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { SnapshotCache } from './snapshot-cache.ts';
import type { Unlocker } from './unlock.ts';
import { RequestVisitor, type Senses } from './visitor.ts';

/** What the redirect needs from the rest of the house. */
export interface RedirectParts {
  links: LinkService;
  hosts: Hosts;
  places: Places;
  unlocker: Unlocker;
  /** Counts the misses of each visitor. */
  windows: RateWindows;
  isTrusted(address: string): boolean;
  /** Takes down a visit that led on; never throws and never waits. */
  capture(request: Request, peer: string, linkId: number, at: number, isHead: boolean): void;
  baseUrl: string;
  now: Clock;
  log: Log;
}

/** Answers visits to short links. */
export interface Redirector {
  /** The answer to a visit of a link that is known, by its bare address; undefined for every other request. */
  answerFast(request: Request, peers: PeerSource): Response | Promise<Response> | undefined;
  /** Any other visit; one of a link that is not known asks the store. */
  answer(request: Request, peers: PeerSource): Response | Promise<Response>;
  /** The answer to a visit of this link, for whoever came to it by another address. */
  answerAs(request: Request, peers: PeerSource, asked: AskedLink): Response | Promise<Response>;
  /** The answer to whoever asks for what is not there; who does so often has to wait. */
  answerMiss(request: Request, peers: PeerSource): Promise<Response>;
  /** Must be called when a link has changed. */
  forget(domainId: number, alias: string): void;
  cache: SnapshotCache;
}

// `http://a`: the path begins at the first slash after it.
const SHORTEST_ORIGIN = 8;
const ALIAS = /^[A-Za-z0-9_-]{1,100}$/;
const MAX_ALIASES = 2_000;
const MISS_RULE = { limit: 20, windowMs: 60_000 };

/** A visit taken apart. */
interface Visit {
  request: Request;
  /** The address at the other end of the connection. */
  peer: string;
  method: string;
  alias: string;
  query: string;
  isPreview: boolean;
  asked?: AskedLink;
}

export function createRedirector(parts: RedirectParts): Redirector {
  const { links, hosts, places, unlocker, windows, isTrusted, capture, baseUrl, now, log } = parts;
  // The aliases in URLs that were asked for lately: to cut one out costs more than to know it.
  const aliases = new Map<string, string>();
  const senses: Senses = { places, addressOf, isUnlocked: unlocker.isUnlocked.bind(unlocker) };

  const cache = new SnapshotCache(async (alias) => {
    const link = await links.findByAlias(MAIN_DOMAIN, alias);
    return link ? takeSnapshot(link) : null;
  });

  function addressOf(request: Request, peer: string): string {
    return clientAddress(peer, request.headers.get('X-Forwarded-For'), isTrusted);
  }

  function languageOf(request: Request): Language {
    return chooseLanguage(request.headers.get('Accept-Language'));
  }

  /** What the pages need to know, worked out only for a page. */
  function contextOf({ request }: Visit, snapshot: Snapshot): PageContext {
    const { path, query } = splitUrl(request.url);
    return {
      language: languageOf(request),
      shortUrl: `${baseUrl}/${snapshot.alias}`,
      action: query === '' ? path : `${path}?${query}`,
    };
  }

  function answerKnown(visit: Visit, snapshot: Snapshot): Response | Promise<Response> {
    const { request, peer, method, query, isPreview } = visit;
    if (method === 'POST') return answerPassword(visit, snapshot);
    const visitor = new RequestVisitor(request, peer, query, senses);
    const decision = decide(snapshot, visitor, now());
    if (isPreview) return respondPreview(decision, snapshot, contextOf(visit, snapshot));
    if (snapshot.conditions?.isCounted && isFollowed(decision) && decision.kind !== 'social' && method === 'GET') {
      return answerCounted(visit, snapshot, decision);
    }
    return answerDecided(visit, snapshot, decision);
  }

  function answerDecided(visit: Visit, snapshot: Snapshot, decision: Decision): Response | Promise<Response> {
    if (isFollowed(decision)) capture(visit.request, visit.peer, snapshot.linkId, now(), visit.method === 'HEAD');
    else if (visit.asked) return visit.asked.instead(decision.kind === 'password' ? 'password' : 'over');
    if (decision.kind === 'redirect') return redirectResponse(decision.url, decision.code);
    return respondPage(decision, snapshot, contextOf(visit, snapshot));
  }

  /** Lets a visitor through only while the link has clicks left. */
  async function answerCounted(visit: Visit, snapshot: Snapshot, decision: Decision): Promise<Response> {
    const { conditions, linkId } = snapshot;
    try {
      if (!conditions || (await links.spendClick(linkId))) return answerDecided(visit, snapshot, decision);
    } catch (error) {
      // Let through uncounted, a link for one visitor would serve many.
      log.error('a visit could not be counted', { linkId, error });
      return visit.asked?.instead('away') ?? unavailablePage(languageOf(visit.request));
    }
    conditions.isSpent = true;
    return answerDecided(visit, snapshot, decideEnded(conditions));
  }

  async function answerPassword(visit: Visit, snapshot: Snapshot): Promise<Response> {
    const hash = snapshot.conditions?.passwordHash;
    if (!hash) return methodRefused('GET, HEAD');
    const stranger = new RequestVisitor(visit.request, visit.peer, visit.query, {
      ...senses,
      isUnlocked: () => false,
    });
    const decision = decide(snapshot, stranger, now());
    if (decision.kind !== 'password') return answerDecided(visit, snapshot, decision);
    const { language, action } = contextOf(visit, snapshot);
    const { password = '' } = await readForm(visit.request);
    const attempt = await unlocker.attempt(
      snapshot.linkId,
      hash,
      password.slice(0, 128),
      addressOf(visit.request, visit.peer),
    );
    if (attempt !== 'right') return passwordPage(language, { action, problem: attempt });
    // Back to the same address by GET: the target is never in the answer to a form.
    const response = redirectResponse(action, 303);
    response.headers.set('Set-Cookie', unlocker.cookieFor(snapshot.linkId, snapshot.alias, hash));
    return response;
  }

  async function answerMiss({ request, peer }: Pick<Visit, 'request' | 'peer'>): Promise<Response> {
    const language = languageOf(request);
    const verdict = await windows.take(`miss:${limitGroup(addressOf(request, peer))}`, MISS_RULE);
    if (verdict.isAllowed) return notFoundPage(language);
    return tooManyPage(language, Math.max(1, Math.ceil((verdict.resetAtMs - now()) / 1000)));
  }

  async function answerUnknown(visit: Visit): Promise<Response> {
    let snapshot: Snapshot | null;
    try {
      snapshot = await cache.load(visit.alias);
    } catch (error) {
      log.error('a link could not be looked up', { error });
      return visit.asked?.instead('away') ?? unavailablePage(languageOf(visit.request));
    }
    return answerFound(visit, snapshot);
  }

  function answerFound(visit: Visit, snapshot: Snapshot | null): Response | Promise<Response> {
    const { asked } = visit;
    // Its alias may be another's by now.
    if (snapshot && (!asked || asked.id === snapshot.linkId)) return answerKnown(visit, snapshot);
    return asked ? asked.instead('over') : answerMiss(visit);
  }

  /** Whether a link can be asked for by this URL; if so, it is remembered. */
  function rememberAlias(url: string, alias: string): boolean {
    if (!hosts.isMain(url)) return false;
    if (aliases.size >= MAX_ALIASES) aliases.clear();
    aliases.set(url, alias);
    return true;
  }

  function answerFast(request: Request, peers: PeerSource): Response | Promise<Response> | undefined {
    const { url, method } = request;
    const known = aliases.get(url);
    // Whatever follows the host is looked up as it stands: with a query it is no alias, and goes the longer way.
    const snapshot = cache.peek(known ?? url.slice(url.indexOf('/', SHORTEST_ORIGIN) + 1));
    if (!snapshot || !isLook(method)) return undefined;
    const { alias } = snapshot;
    if (known === undefined && !rememberAlias(url, alias)) return undefined;
    const peer = peerOf(request, peers);
    if (snapshot.conditions === null) {
      capture(request, peer, snapshot.linkId, now(), method === 'HEAD');
      return redirectOften(snapshot.url, snapshot.code);
    }
    return answerKnown({ request, peer, method, alias, query: '', isPreview: false }, snapshot);
  }

  function answer(request: Request, peers: PeerSource): Response | Promise<Response> {
    const { path, query } = splitUrl(request.url);
    const { method } = request;
    if (!isLook(method) && method !== 'POST') return methodRefused('GET, HEAD');
    if (!hosts.isMain(request.url)) return notFoundPage(languageOf(request));
    const [, alias = '', mark = ''] = /^\/([^/+]*)(\+?)\/?$/.exec(path) ?? [];
    if (!ALIAS.test(alias) || isReserved(alias)) return notFoundPage(languageOf(request));
    const visit = { request, peer: peerOf(request, peers), method, alias, query, isPreview: mark === '+' };
    const snapshot = cache.peek(alias);
    return snapshot === undefined ? answerUnknown(visit) : answerFound(visit, snapshot);
  }

  function answerAs(request: Request, peers: PeerSource, asked: AskedLink): Response | Promise<Response> {
    const [{ method, url }, { alias }, peer] = [request, asked, peerOf(request, peers)];
    const visit = { request, peer, method, alias, query: splitUrl(url).query, isPreview: false, asked };
    const snapshot = cache.peek(alias);
    return snapshot === undefined ? answerUnknown(visit) : answerFound(visit, snapshot);
  }

  return {
    answerFast,
    answer,
    answerAs,
    answerMiss: (request, peers) => answerMiss({ request, peer: peerOf(request, peers) }),
    cache,
    forget: (_, alias) => cache.forget(alias),
  };
}

function peerOf(request: Request, peers: PeerSource): string {
  return peers.requestIP(request)?.address ?? '';
}

function isLook(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
