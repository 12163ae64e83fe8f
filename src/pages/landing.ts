import { html } from '../lib/html.ts';
import { cardResponse } from './layout.ts';

/** The root page of the main host. */
export function landingPage(): Response {
  return cardResponse(
    200,
    'Signpost',
    html`<h1>Signpost</h1>
<p>This domain serves short links. It is self-hosted by its owner.</p>
<p><a class="button" href="/app">Open the dashboard</a></p>
<p class="note"><a href="/docs">Documentation</a></p>`,
  );
}
