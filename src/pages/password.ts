import { type Html, html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { cardResponse } from './layout.ts';
import { picture } from './pictures.ts';
import { showPasswordBox, showPasswordOptions } from './show-password.ts';
import { textsOf } from './texts.ts';

/** Where the form is sent, and what was wrong with the last attempt. */
export interface PasswordFacts {
  /** Path and query of the link. */
  action: string;
  /** The referrer of the visit, which the request of the form no longer contains; may be empty. */
  from: string;
  problem?: 'wrong' | 'too_many' | 'busy';
}

const STATUS = { none: 200, wrong: 403, too_many: 429, busy: 503 };
const RETRY_AFTER_SECONDS = { too_many: 60, busy: 5 };

function complaint(language: Language, problem: PasswordFacts['problem']): Html {
  if (problem === undefined) return html``;
  const { wrong, tooMany, busy } = textsOf(language).password;
  const sentence = { wrong, too_many: tooMany, busy }[problem];
  return html`<p class="problem" id="problem" role="alert">${sentence}</p>`;
}

/** Asks for a link's password without revealing the destination; it works without JavaScript. */
export function passwordPage(language: Language, { action, from, problem }: PasswordFacts): Response {
  const texts = textsOf(language);
  const { heading, text, label, show } = texts.password;
  const wait = problem === undefined || problem === 'wrong' ? undefined : RETRY_AFTER_SECONDS[problem];
  const isWrong = problem === undefined ? html`` : html` aria-invalid="true" aria-describedby="problem"`;
  return cardResponse(
    STATUS[problem ?? 'none'],
    heading,
    html`${picture('lock')}
<h1>${heading}</h1>
<p>${text}</p>
<form method="post" action="${action}">
<input type="hidden" name="from" value="${from}">
<label for="password">${label}</label>
<input id="password" name="password" type="password" autocomplete="off" required autofocus${isWrong}>
${showPasswordBox(show)}
${complaint(language, problem)}
<button class="button">${texts.proceed}</button>
</form>`,
    {
      language,
      forms: 'anywhere',
      ...showPasswordOptions,
      headers: wait === undefined ? {} : { 'Retry-After': String(wait) },
    },
  );
}
