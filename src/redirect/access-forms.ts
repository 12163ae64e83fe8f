import { SCAN_SUFFIX } from '../core/alias.ts';
import { methodRefused } from '../http/method-refused.ts';
import { readForm } from '../http/read-input.ts';
import type { Clock } from '../lib/date-time.ts';
import { passwordPage } from '../pages/password.ts';
import { readConsentForm, withConsentCookie } from './consent-form.ts';
import { decide } from './decide.ts';
import type { LinkVisit } from './link-visit.ts';
import type { ContextOf } from './page-context.ts';
import { referrerCookie } from './referrer-cookie.ts';
import { RequestVisitor, type VisitorSources } from './request-visitor.ts';
import { redirectResponse } from './respond.ts';
import type { LinkSnapshot } from './snapshot.ts';
import type { Unlocker } from './unlock.ts';
import type { VisitLink } from './visit-link.ts';
import type { VisitSteps } from './visit-steps.ts';

/** The dependencies of the forms that a visitor submits before reaching a link. */
export interface AccessFormParts {
  unlocker: Unlocker;
  sources: VisitorSources;
  contextOf: ContextOf;
  respond: VisitSteps['respond'];
  /** Handles the visit that continues after the question about pixels. */
  visitLink: VisitLink;
  now: Clock;
}

/** Handles a form sent to the short URL of a link: a password, or a reply to the question about pixels. */
export type AccessFormHandler = (visit: LinkVisit, snapshot: LinkSnapshot) => Promise<Response>;

type Form = Record<string, string>;

export function createAccessFormHandler(parts: AccessFormParts): AccessFormHandler {
  const { unlocker, contextOf, respond, visitLink, now } = parts;
  const { addressOf, pixelRules } = parts.sources;
  const lockedSources: VisitorSources = { ...parts.sources, isUnlocked: () => false };

  async function handlePassword(visit: LinkVisit, snapshot: LinkSnapshot, form: Form): Promise<Response> {
    const { language, action } = contextOf(visit, snapshot);
    const { passwordHash = null, ownerId = 0 } = snapshot.options ?? {};
    if (passwordHash === null) return redirectResponse(action, 303);
    // Whatever cookie the visitor has, a link that has ended must not check passwords.
    const decision = decide(snapshot, new RequestVisitor(visit, lockedSources), now());
    if (decision.kind !== 'password') return respond(visit, snapshot, decision);
    const { request, peer, host } = visit;
    const { linkId, alias } = snapshot;
    // The path of a cookie ends at a slash, so the cookie of `/alias` is not sent to `/alias~`.
    const lastPart = visit.isScan ? alias + SCAN_SUFFIX : alias;
    const { password = '', from = '' } = form;
    const locked = { linkId, ownerId, passwordHash };
    const attempt = await unlocker.attempt(locked, password.slice(0, 128), addressOf(request, peer));
    if (attempt !== 'right') return passwordPage(language, { action, from, problem: attempt });
    // Back to the same URL by GET: the response to a form never contains the destination.
    const response = redirectResponse(action, 303);
    response.headers.append('Set-Cookie', unlocker.cookieFor(linkId, lastPart, passwordHash, host.origin));
    const referrer = referrerCookie(form, lastPart, host.origin);
    if (referrer) response.headers.append('Set-Cookie', referrer);
    return response;
  }

  return async (visit, snapshot) => {
    const { passwordHash = null, pixels = [] } = snapshot.options ?? {};
    const asksForConsent = pixels.length > 0 && pixelRules.consent !== 'off';
    if (passwordHash === null && !asksForConsent) return methodRefused('GET, HEAD');
    const form = await readForm(visit.request);
    const { origin } = visit.host;
    const reply = asksForConsent ? readConsentForm(visit.request, form, pixels, origin) : undefined;
    if (!reply) return handlePassword(visit, snapshot, form);
    const visitAfterReply: LinkVisit = { ...visit, method: 'GET', request: reply.request, isPreview: false };
    return withConsentCookie(await visitLink(visitAfterReply, snapshot), reply.consent, origin);
  };
}
