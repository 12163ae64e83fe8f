import { jsonResponse } from '../http/envelope.ts';
import { html } from '../lib/html.ts';
import { messageResponse } from '../pages/message.ts';
import { overlayBeforePage, overlaySentPage } from '../pages/overlay.ts';
import type { FormContent } from '../pages/overlay-content.ts';
import type { FormField } from '../pages/overlay-form.ts';
import { describeWait, textsOf } from '../pages/texts.ts';
import { tooManyPage } from '../pages/too-many.ts';
import type { Language } from '../texts/message.ts';
import type { Interstitial } from './interstitial.ts';
import type { ReevaluatedLink } from './reevaluate-link.ts';
import { overlayFactsOf } from './respond-overlay.ts';

/** The result of a submitted form. */
export type FormOutcome =
  | { kind: 'thanks' | 'again' | 'stale' }
  | { kind: 'problem'; field: FormField }
  | { kind: 'too_many'; seconds: number };

/** A submitted form, with its link. */
export interface SentOverlayForm {
  found: ReevaluatedLink;
  overlay: Extract<Interstitial, { kind: 'overlay' }>;
  content: FormContent;
  destination: string;
  values: Record<string, string>;
}

const STATUS = { thanks: 200, again: 409, stale: 400, problem: 400, too_many: 429 };

function sentenceOf(outcome: FormOutcome, language: Language, { thanks }: FormContent): string {
  const { overlay } = textsOf(language);
  switch (outcome.kind) {
    case 'thanks':
      return thanks ?? overlay.thanks;
    case 'again':
      return overlay.alreadyVoted;
    case 'stale':
      return overlay.expiredForm.text;
    case 'problem':
      return overlay.problems[outcome.field];
    case 'too_many':
      return describeWait(language, outcome.seconds);
  }
}

/** The response for the script of the page, which stays on the page. */
export function respondFormAsJson(outcome: FormOutcome, { found, content }: SentOverlayForm): Response {
  const response = jsonResponse(STATUS[outcome.kind], {
    isDone: outcome.kind === 'thanks' || outcome.kind === 'again',
    text: sentenceOf(outcome, found.context.language, content),
    ...(outcome.kind === 'problem' && { field: outcome.field }),
  });
  response.headers.set('Cache-Control', 'no-store');
  if (outcome.kind === 'too_many') response.headers.set('Retry-After', String(outcome.seconds));
  return response;
}

/** The response for a browser without JavaScript: a page with the result and a link to the destination. */
export function respondForm(outcome: FormOutcome, form: SentOverlayForm): Response {
  const { found, overlay, content, destination, values } = form;
  const { snapshot, context } = found;
  const { language, shortUrl } = context;
  const facts = overlayFactsOf(destination, snapshot, overlay, context);
  const status = STATUS[outcome.kind];
  switch (outcome.kind) {
    case 'thanks':
    case 'again':
      return overlaySentPage(language, facts, sentenceOf(outcome, language, content), status);
    case 'problem':
      return overlayBeforePage(language, { ...facts, form: { ...facts.form, problem: outcome.field, values } }, status);
    case 'too_many':
      return tooManyPage(language, outcome.seconds);
    case 'stale': {
      const { overlay: texts, unavailable } = textsOf(language);
      const action = html`<p><a class="button" href="${shortUrl}" rel="nofollow">${unavailable.again}</a></p>`;
      return messageResponse(status, { picture: 'again', ...texts.expiredForm, action }, { language });
    }
  }
}
