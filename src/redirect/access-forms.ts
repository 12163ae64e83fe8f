import { methodRefused } from '../http/method-refused.ts';
import { readForm } from '../http/read-input.ts';
import type { Clock } from '../lib/date-time.ts';
import { passwordPage } from '../pages/password.ts';
import { readConsentForm, withConsentCookie } from './consent-form.ts';
import { type Decision, decide } from './decide.ts';
import type { LinkVisit } from './link-visit.ts';
import type { ContextOf } from './page-context.ts';
import { referrerCookie } from './referrer-cookie.ts';
import { RequestVisitor, type VisitorSources } from './request-visitor.ts';
import { redirectResponse } from './respond.ts';
import type { LinkSnapshot } from './snapshot.ts';
import type { Unlocker } from './unlock.ts';

/** What it takes to answer the forms that stand before a link. */
export interface AccessFormParts {
  unlocker: Unlocker;
  sources: VisitorSources;
  contextOf: ContextOf;
  answerKnown(visit: LinkVisit, snapshot: LinkSnapshot): Response | Promise<Response>;
  answerDecided(visit: LinkVisit, snapshot: LinkSnapshot, decision: Decision): Response | Promise<Response>;
  now: Clock;
}

/** Answers a form that was sent to a link's own address. */
export type AccessFormHandler = (visit: LinkVisit, snapshot: LinkSnapshot) => Promise<Response>;

/** A form comes back: a password, or an answer about pixels, which leads on as the visit itself would have. */
export function createAccessFormHandler(parts: AccessFormParts): AccessFormHandler {
  const { unlocker, sources, contextOf, answerKnown, answerDecided, now } = parts;
  const { addressOf, pixelRules } = sources;

  async function answerPassword(
    visit: LinkVisit,
    snapshot: LinkSnapshot,
    hash: string | null,
    form: Record<string, string>,
  ): Promise<Response> {
    const { language, action } = contextOf(visit, snapshot);
    if (hash === null) return redirectResponse(action, 303);
    const { request, peer, query, home } = visit;
    const stranger = new RequestVisitor(request, peer, query, { ...sources, isUnlocked: () => false });
    const decision = decide(snapshot, stranger, now());
    if (decision.kind !== 'password') return answerDecided(visit, snapshot, decision);
    const { linkId, alias } = snapshot;
    const { password = '', from = '' } = form;
    const attempt = await unlocker.attempt(linkId, hash, password.slice(0, 128), addressOf(request, peer));
    if (attempt !== 'right') return passwordPage(language, { action, from, problem: attempt });
    // Back to the same address by GET: the target is never in the answer to a form.
    const response = redirectResponse(action, 303);
    response.headers.append('Set-Cookie', unlocker.cookieFor(linkId, alias, hash, home.origin));
    const cameFrom = referrerCookie(form, alias, home.origin);
    if (cameFrom) response.headers.append('Set-Cookie', cameFrom);
    return response;
  }

  return async (visit, snapshot) => {
    const { passwordHash: hash = null, pixels = [] } = snapshot.options ?? {};
    const isAsked = pixels.length > 0 && pixelRules.consent !== 'off';
    if (hash === null && !isAsked) return methodRefused('GET, HEAD');
    const form = await readForm(visit.request);
    const answered = isAsked ? readConsentForm(visit.request, form, pixels, visit.home.origin) : undefined;
    if (!answered) return answerPassword(visit, snapshot, hash, form);
    const next = { ...visit, method: 'GET', request: answered.request, isPreview: false };
    return withConsentCookie(await answerKnown(next, snapshot), answered.answer, visit.home.origin);
  };
}
