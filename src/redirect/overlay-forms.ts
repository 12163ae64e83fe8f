import { AppError } from '../core/errors.ts';
import type { RateRule, RateVerdict, RateWindows } from '../core/rate-window.ts';
import { methodRefused } from '../http/method-refused.ts';
import type { PeerSource } from '../http/peer.ts';
import { readForm } from '../http/read-input.ts';
import { splitUrl } from '../http/request-url.ts';
import { type Clock, formatDay } from '../lib/date-time.ts';
import { limitGroup } from '../lib/ip.ts';
import type { Log } from '../lib/log.ts';
import { hasForm } from '../pages/overlay-content.ts';
import { TOKEN_FIELD, TRAP_FIELD } from '../pages/overlay-form.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import { readFormAnswer } from '../resources/overlays/overlay-answer.ts';
import type { OverlayResponseService } from '../resources/overlays/overlay-response.service.ts';
import type { FormTokens } from './form-tokens.ts';
import type { ReevaluatedLink, ReevaluateLink } from './reevaluate-link.ts';
import { redirectResponse, respondPage } from './respond.ts';
import { type FormOutcome, respondForm, respondFormAsJson, type SentOverlayForm } from './respond-form.ts';
import { formPlaceOf, overlayOf } from './respond-overlay.ts';

/** The dependencies of overlay forms. */
export interface OverlayFormParts {
  reevaluateLink: ReevaluateLink;
  forms: FormTokens;
  responses: Pick<OverlayResponseService, 'add'>;
  windows: RateWindows;
  addressOf(request: Request, peers: PeerSource): string;
  /** The response if there is no such link. */
  respondNotFound(request: Request, peers: PeerSource): Promise<Response>;
  now: Clock;
  log: Log;
}

/** Handles submitted forms of overlays; undefined for any other path. */
export type OverlayFormHandler = (request: Request, peers: PeerSource, path: string) => Promise<Response> | undefined;

const PATH_PREFIX = '/cta/';
const MINUTE_MS = 60_000;
const PER_VISITOR: RateRule = { limit: 5, windowMs: MINUTE_MS };
const PER_OVERLAY: RateRule = { limit: 300, windowMs: MINUTE_MS };

const OUTCOMES = { stored: 'thanks', again: 'again', gone: 'stale' } as const;

/** Whether a page of another site sent the form; browsers report this. */
function isFromElsewhere(request: Request): boolean {
  return ['cross-site', 'same-site'].includes(request.headers.get('Sec-Fetch-Site') ?? '');
}

export function createOverlayFormHandler(parts: OverlayFormParts): OverlayFormHandler {
  const { reevaluateLink, forms, responses, windows, addressOf, respondNotFound, now, log } = parts;

  function wait({ resetAtMs }: RateVerdict): FormOutcome {
    return { kind: 'too_many', seconds: Math.max(1, Math.ceil((resetAtMs - now()) / 1000)) };
  }

  /** The limit that is reached, if any. The visitor's own limit goes first, so that one visitor cannot use up the limit of the overlay. */
  async function findLimit(overlayId: number, address: string): Promise<FormOutcome | undefined> {
    const own = await windows.take(`form:visitor:${limitGroup(address)}`, PER_VISITOR);
    if (!own.isAllowed) return wait(own);
    const all = await windows.take(`form:overlay:${overlayId}`, PER_OVERLAY);
    return all.isAllowed ? undefined : wait(all);
  }

  async function take(request: Request, address: string, form: SentOverlayForm): Promise<FormOutcome> {
    const { found, overlay, content, values } = form;
    const place = formPlaceOf(found.snapshot, overlay);
    if (isFromElsewhere(request) || !forms.isValid(values[TOKEN_FIELD] ?? '', place)) return { kind: 'stale' };
    const limit = await findLimit(overlay.id, address);
    if (limit) return limit;
    // Only a bot fills in the hidden field; it is thanked, and nothing is stored.
    if (values[TRAP_FIELD]) return { kind: 'thanks' };
    const answer = readFormAnswer(content, values);
    if ('problem' in answer) return { kind: 'problem', field: answer.problem };
    const isPoll = content.type === 'poll';
    if (isPoll && forms.hasVoted(request, place)) return { kind: 'again' };
    const visitor = isPoll ? forms.voterOf(place, address, formatDay(now())) : null;
    const { linkId, overlayId } = place;
    return { kind: OUTCOMES[await responses.add({ overlayId, linkId, fields: answer.fields, visitor })] };
  }

  /** Reads the submitted form; undefined if the link no longer shows a form. */
  async function readSent(request: Request, found: ReevaluatedLink): Promise<SentOverlayForm | undefined> {
    const { decision, snapshot } = found;
    const overlay = overlayOf(snapshot);
    if (decision.kind !== 'overlay' || !overlay || !hasForm(overlay.look.content)) return undefined;
    return {
      found,
      overlay,
      content: overlay.look.content,
      destination: decision.url,
      values: await readForm(request),
    };
  }

  /** The link has changed since its page was shown: the visitor gets its current response. */
  function respondChanged(path: string, { decision, snapshot, context }: ReevaluatedLink): Response {
    const isEnded = decision.kind === 'gone' || decision.kind === 'unknown';
    return isEnded ? respondPage(decision, snapshot, context) : redirectResponse(path, 303);
  }

  async function handle(request: Request, peers: PeerSource, alias: string): Promise<Response> {
    const { query } = splitUrl(request.url);
    const found = await reevaluateLink(request, peers, alias);
    if (!found) return respondNotFound(request, peers);
    const shortPath = `/${alias}${query === '' ? '' : `?${query}`}`;
    // A visitor who reloads the URL of a submitted form wants the link.
    if (request.method !== 'POST') return redirectResponse(shortPath, 302);
    const form = await readSent(request, found);
    if (!form) return respondChanged(shortPath, found);
    const outcome = await take(request, addressOf(request, peers), form);
    const isForScript = request.headers.get('Accept') === 'application/json';
    const response = (isForScript ? respondFormAsJson : respondForm)(outcome, form);
    const isCounted = outcome.kind === 'thanks' && form.content.type === 'poll';
    if (isCounted)
      response.headers.set('Set-Cookie', forms.cookieFor(formPlaceOf(found.snapshot, form.overlay), found.origin));
    return response;
  }

  async function handleOrRespondUnavailable(request: Request, peers: PeerSource, alias: string): Promise<Response> {
    try {
      return await handle(request, peers, alias);
    } catch (error) {
      if (error instanceof AppError && error.kind !== 'unavailable') throw error;
      log.error('a form response could not be stored', { error });
      return unavailablePage(languageOf(request));
    }
  }

  return (request, peers, path) => {
    if (!path.startsWith(PATH_PREFIX)) return undefined;
    const { method } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method)) return Promise.resolve(methodRefused('GET, HEAD, POST'));
    return handleOrRespondUnavailable(request, peers, path.slice(PATH_PREFIX.length));
  };
}
