import { html } from '../lib/html.ts';
import { cardResponse } from './layout.ts';

/** There is no such address here. */
export function notFoundPage(): Response {
  return cardResponse(
    404,
    'Not found',
    html`<h1>Nothing at this address</h1>
<p>No link here has this name. Check the spelling: capitals and small letters are different.</p>`,
  );
}
