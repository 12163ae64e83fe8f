import type { RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import { limitGroup } from '../lib/ip.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { languageOf } from '../pages/texts.ts';
import { tooManyPage } from '../pages/too-many.ts';
import { redirectResponse } from './respond.ts';

/** Answers those who ask for what is not there; `elsewhere` is where their host would have them go, if anywhere. */
export interface NotFoundResponder {
  answer(request: Request, elsewhere: string | null): Response;
  /** The same for an unknown alias: a visitor who guesses many of them is limited. */
  answerMiss(request: Request, peer: string, elsewhere: string | null): Promise<Response>;
}

const MISS_RULE = { limit: 20, windowMs: 60_000 };

export function createNotFoundResponder(
  windows: RateWindows,
  addressOf: (request: Request, peer: string) => string,
  now: Clock,
): NotFoundResponder {
  function answer(request: Request, elsewhere: string | null): Response {
    return elsewhere === null ? notFoundPage(languageOf(request)) : redirectResponse(elsewhere, 302);
  }

  return {
    answer,

    async answerMiss(request, peer, elsewhere) {
      const verdict = await windows.take(`miss:${limitGroup(addressOf(request, peer))}`, MISS_RULE);
      if (verdict.isAllowed) return answer(request, elsewhere);
      return tooManyPage(languageOf(request), Math.max(1, Math.ceil((verdict.resetAtMs - now()) / 1000)));
    },
  };
}
