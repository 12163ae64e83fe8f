import { splitUrl } from '../http/request-url.ts';
import { languageOf } from '../pages/texts.ts';
import type { Language } from '../texts/message.ts';
import type { FormTokens } from './form-tokens.ts';
import type { VisitedHost } from './hosts.ts';
import { withReferrer } from './referrer-cookie.ts';
import type { LinkSnapshot } from './snapshot.ts';

/** What a page must know beside the decision. */
export interface PageContext {
  language: Language;
  shortUrl: string;
  /** The host that the page is shown on, as a policy names it; a policy that names http means https too. */
  origin: string;
  /** Path and query of the request, to which a form is sent back. */
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

// Without BASE_URL a server answers to any name. What else a Host header may hold has no place in a policy.
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
