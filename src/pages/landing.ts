import { html } from '../lib/html.ts';
import { cardResponse } from './layout.ts';

/** The root page of the main host. */
export function landingPage(): Response {
  return cardResponse(
    200,
    'Signpost',
    html`<h1>This is Signpost.</h1>
<p>Short links live at this address. It is run by its owner, on their own machine.</p>
<p><a class="button" href="/app">Open the dashboard</a></p>
<p class="note"><a href="/docs">Read the API</a></p>`,
  );
}
