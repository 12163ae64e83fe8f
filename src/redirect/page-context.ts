import { splitUrl } from '../http/request-url.ts';
import { languageOf } from '../pages/texts.ts';
import type { Language } from '../texts/message.ts';
import type { FormTokens } from './form-tokens.ts';
import type { VisitedHost } from './hosts.ts';
import { withReferrer } from './referrer-cookie.ts';
import type { LinkSnapshot } from './snapshot.ts';

/** What a page needs in addition to the decision. */
export interface PageContext {
  language: Language;
  shortUrl: string;
  /** The origin of the page for its Content-Security-Policy, http also allows https there. */
  origin: string;
  /** The path and query of the request; forms are sent to it. */
  action: string;
  query: string;
  forms: FormTokens;
  /** The referrer, if the browser sent one. */
  referrer: string;
}

/** A request that gets a page, and the host of its short URL. */
export interface PageVisit {
  request: Request;
  host: Pick<VisitedHost, 'origin'>;
}

/** Collects what the page of a link needs; called only for pages. */
export type ContextOf = (visit: PageVisit, snapshot: LinkSnapshot) => PageContext;

// Without BASE_URL every Host header is accepted, but other characters must not get into a policy.
const HOST = /^[a-z0-9.-]+(:\d{1,5})?$/i;

export function createContextOf(forms: FormTokens): ContextOf {
  return ({ request, host: { origin } }, { alias }) => {
    const { path, query } = splitUrl(request.url);
    const shownHost = request.headers.get('Host') ?? '';
    return {
      language: languageOf(request),
      shortUrl: `${origin}/${alias}`,
      origin: HOST.test(shownHost) ? `http://${shownHost}` : origin,
      action: query === '' ? path : `${path}?${query}`,
      query,
      referrer: withReferrer(request).headers.get('Referer') ?? '',
      forms,
    };
  };
}
