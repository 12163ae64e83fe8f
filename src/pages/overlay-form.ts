import { type Html, html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import type { FormContent } from './overlay-content.ts';
import { textsOf } from './texts.ts';

/** The fields that can be invalid. */
export type FormField = 'name' | 'email' | 'message' | 'answer';

/** Where a form is sent, and the result of the previous attempt. */
export interface FormFacts {
  action: string;
  /** The same as a full URL, for the policy of the page. */
  address: string;
  /** Proves that this service showed the form to the sender. */
  token: string;
  problem?: FormField;
  /** The values of the previous attempt. */
  values?: Record<string, string>;
}

/** A hidden field that only bots fill in. */
export const TRAP_FIELD = 'website';

/** The field that carries the form token. */
export const TOKEN_FIELD = 'mark';

const LIMITS = { name: 100, email: 254, message: 2_000 };
const AUTOCOMPLETE = { name: 'name', email: 'email', message: 'off' };

function control(language: Language, field: keyof typeof LIMITS, { problem, values = {} }: FormFacts): Html {
  const label = textsOf(language).overlay[field];
  const invalid = problem === field ? html` aria-invalid="true" aria-describedby="problem"` : '';
  const common = html`id="field-${field}" name="${field}" maxlength="${LIMITS[field]}" autocomplete="${AUTOCOMPLETE[field]}" required${invalid}`;
  const value = values[field] ?? '';
  const box =
    field === 'message'
      ? html`<textarea ${common} rows="3">${value}</textarea>`
      : html`<input ${common} type="${field === 'email' ? 'email' : 'text'}" value="${value}">`;
  return html`<div class="field"><label for="field-${field}">${label}</label>${box}</div>`;
}

function controls(language: Language, content: FormContent, facts: FormFacts): Html {
  const { overlay } = textsOf(language);
  if (content.type === 'poll') {
    const choices = content.answers.map(
      (answer) => html`<button class="choice" name="answer" value="${answer}">${answer}</button>`,
    );
    return html`<div class="choices" role="group" aria-labelledby="says">${choices}</div>`;
  }
  const fields = content.type === 'contact' ? content.fields : (['email'] as const);
  const defaultLabel = content.type === 'contact' ? overlay.send : overlay.subscribe;
  return html`<div class="fields">${fields.map((field) => control(language, field, facts))}<button class="button">${content.button ?? defaultLabel}</button></div>`;
}

/** The form of an overlay; it works without JavaScript. */
export function overlayForm(language: Language, content: FormContent, facts: FormFacts): Html {
  const { problems, failed } = textsOf(language).overlay;
  const { action, token, problem } = facts;
  const message = problem === undefined ? '' : problems[problem];
  return html`<form class="ask ${content.type}" method="post" action="${action}" data-failed="${failed}">
<input type="hidden" name="${TOKEN_FIELD}" value="${token}">
<div class="trap" aria-hidden="true"><label>Website <input name="${TRAP_FIELD}" tabindex="-1" autocomplete="off"></label></div>
${controls(language, content, facts)}
<p class="problem" id="problem" role="alert">${message}</p>
</form>`;
}
