import { translateStoreError } from '../db/failures.ts';
import type { Answer } from '../http/api.ts';
import { errorResponse } from '../http/error-response.ts';
import { hostUnclear } from '../http/failures.ts';
import type { PeerSource } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Log } from '../lib/log.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { HostFinder, VisitedHost } from '../redirect/hosts.ts';
import type { Redirector } from '../redirect/redirector.ts';
import { MAIN_DOMAIN } from '../resources/domains/domain.ts';
import type { Door } from './door.ts';

// Whatever is no page of ours stands, when opened in a window, for nobody: a script on one of our pages reaches nothing through it.
const LOCKED = "default-src 'none'; sandbox";

function lock(response: Response): Response {
  // Nobody stays where they are sent on from.
  if (response.status >= 300 && response.status < 400) return response;
  if (!response.headers.has('Content-Security-Policy')) response.headers.set('Content-Security-Policy', LOCKED);
  return response;
}

/** Bun takes the URL from the first Host header, and joins all of them by commas where it shows them: this is the only trace of a second. */
function hasTwoHosts({ headers }: Request): boolean {
  return headers.get('Host')?.includes(',') ?? false;
}

/** All who may answer. */
export interface Answerers {
  redirector: Pick<Redirector, 'answerFast' | 'answer'>;
  hostFinder: Pick<HostFinder, 'peek' | 'load'>;
  /** Paths of ours on every host. */
  answerOwn: Door;
  api: Answer;
  /** Pictures and forms, on every host. */
  answerShared: Door;
  /** What is found on the main host alone, beside its links. */
  doors: Door[];
  log: Log;
}

/** Finds for each request who answers it: a link that is known first, then whatever has the path. */
export function createAnswer({ redirector, hostFinder, answerOwn, api, answerShared, doors, log }: Answerers): Answer {
  function answerOnMain(request: Request, peers: PeerSource, path: string): ReturnType<Door> {
    for (const answerAtDoor of doors) {
      const answer = answerAtDoor(request, peers, path);
      if (answer) return answer;
    }
    return undefined;
  }

  function answerAt(
    home: VisitedHost | null,
    request: Request,
    peers: PeerSource,
    path: string,
  ): Response | Promise<Response> {
    const isOnMain = home?.domainId === MAIN_DOMAIN;
    const own = isOnMain ? answerOnMain(request, peers, path) : undefined;
    return own ?? redirector.answer(request, peers, home);
  }

  async function answerStranger(request: Request, peers: PeerSource, path: string): Promise<Response> {
    let home: VisitedHost | null;
    try {
      home = await hostFinder.load(request.url);
    } catch (error) {
      log.error('a domain could not be looked up', { error });
      return unavailablePage(languageOf(request));
    }
    return answerAt(home, request, peers, path);
  }

  function answerOther(request: Request, peers: PeerSource): Response | Promise<Response> {
    const { path } = splitUrl(request.url);
    const own = answerOwn(request, peers, path);
    if (own) return own;
    if (path === '/api' || path.startsWith('/api/')) return api(request, peers);
    const shared = answerShared(request, peers, path);
    if (shared) return shared;
    const home = hostFinder.peek(request.url);
    return home === undefined ? answerStranger(request, peers, path) : answerAt(home, request, peers, path);
  }

  function fail(error: unknown): Response {
    return errorResponse(error, '-', translateStoreError, log);
  }

  return (request, peers) => {
    try {
      if (hasTwoHosts(request)) throw hostUnclear();
      const fast = redirector.answerFast(request, peers);
      if (fast) return fast;
      const answer = answerOther(request, peers);
      return answer instanceof Response ? lock(answer) : answer.catch(fail).then(lock);
    } catch (error) {
      return lock(fail(error));
    }
  };
}
