import type { RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import { limitGroup } from '../lib/ip.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { languageOf } from '../pages/texts.ts';
import { tooManyPage } from '../pages/too-many.ts';
import { redirectResponse } from './respond.ts';

/** Responds to requests for something that does not exist. `redirectUrl` is where the host sends them, if anywhere. */
export interface NotFoundResponder {
  respond(request: Request, redirectUrl: string | null): Response;
  /** The same for an unknown alias: a visitor who guesses many of them is limited. */
  respondLimited(request: Request, peer: string, redirectUrl: string | null): Promise<Response>;
}

const MISS_RULE = { limit: 20, windowMs: 60_000 };

export function createNotFoundResponder(
  windows: RateWindows,
  addressOf: (request: Request, peer: string) => string,
  now: Clock,
): NotFoundResponder {
  function respond(request: Request, redirectUrl: string | null): Response {
    return redirectUrl === null ? notFoundPage(languageOf(request)) : redirectResponse(redirectUrl, 302);
  }

  return {
    respond,

    async respondLimited(request, peer, redirectUrl) {
      const verdict = await windows.take(`miss:${limitGroup(addressOf(request, peer))}`, MISS_RULE);
      if (verdict.isAllowed) return respond(request, redirectUrl);
      return tooManyPage(languageOf(request), Math.max(1, Math.ceil((verdict.resetAtMs - now()) / 1000)));
    },
  };
}
