import type { FieldError } from '../core/errors.ts';
import { html } from '../lib/html.ts';
import { cardResponse } from './layout.ts';
import { inline } from './policy.ts';
import { showPasswordBox, showPasswordOptions } from './show-password.ts';

/** The values in the setup form, and the problems of the last attempt. */
export interface SetupForm {
  token: string;
  email: string;
  username: string;
  problems: Pick<FieldError, 'field' | 'message'>[];
}

/** The form that creates the first administrator; it works without JavaScript. */
export function setupPage(status: number, { token, email, username, problems }: SetupForm): Response {
  const list = problems.map(
    ({ field, message }) => html`<p class="problem" role="alert">${field ? `${field}: ` : ''}${message}</p>`,
  );
  return cardResponse(
    status,
    'Set up Signpost',
    html`<h1>Set up Signpost</h1>
<p>Create the administrator account.</p>
${list}
<form method="post" action="/setup">
<input type="hidden" name="token" value="${token}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus value="${email}">
<label for="username">Username</label>
<input id="username" name="username" autocomplete="username" required pattern="[A-Za-z0-9_\\-]+" maxlength="50" value="${username}">
<label for="password">Password (at least 8 characters)</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="8" maxlength="128">
${showPasswordBox('Show password')}
<button class="button">Create account</button>
</form>`,
    { forms: 'self', ...showPasswordOptions },
  );
}

/** Continues in the dashboard, which shows the key. A fragment is not sent to servers, so no log holds the key. */
const continueScript = inline(`
location.replace('/app#key=' + document.querySelector('.key').textContent);
`);

/** Confirms the new account and shows its key, once; with JavaScript the dashboard does both. */
export function setupDonePage(apikey: string): Response {
  return cardResponse(
    200,
    'Signpost is set up',
    html`<h1>Signpost is set up</h1>
<p>This is your API key. Save it in your password manager: it won’t be shown again.</p>
<pre class="key"><code>${apikey}</code></pre>
<p><a class="button" href="/app">Open the dashboard</a></p>`,
    { script: continueScript },
  );
}
