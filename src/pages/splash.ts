import { html } from '../lib/html.ts';
import { cardResponse } from './layout.ts';
import type { PixelTags } from './pixels/pixel-tags.ts';
import { splashScript } from './splash-script.ts';
import { type Language, textsOf } from './texts.ts';

/** Where the visitor is going, and how long they may look at it. */
export interface SplashFacts {
  /** http or https, as parsed. */
  target: string;
  /** The link's title; it may be empty. */
  title: string;
  seconds: number;
}

/** Shows the target's host and goes there by itself after a while; without JavaScript it waits for the visitor. */
export function splashPage(
  language: Language,
  { target, title, seconds }: SplashFacts,
  tags?: PixelTags | undefined,
): Response {
  const { proceed, splash } = textsOf(language);
  const { host } = new URL(target);
  const card = html`<div class="splash">
<p class="quiet">${splash.leads}</p>
<h1 class="host" id="host">${host}</h1>
${title === '' ? '' : html`<p class="subject">${title}</p>`}
<div class="dial">
<svg viewBox="0 0 152 152" aria-hidden="true" hidden data-counting><circle class="track" cx="76" cy="76" r="73"/><circle class="arc" cx="76" cy="76" r="73" pathLength="100"/></svg>
<a class="go" href="${target}" rel="nofollow" data-seconds="${seconds}" aria-describedby="host automatic"><span class="count" aria-hidden="true" hidden data-counting></span>${proceed}</a>
</div>
<p class="unseen" id="automatic" hidden data-counting>${splash.automatic(seconds)}</p>
<button class="stay" type="button" hidden data-counting>${splash.stay}</button>
</div>`;
  return cardResponse(200, `${splash.title} ${host}`, card, {
    language,
    script: splashScript,
    tags,
    // A redirect would let the target know where its visitor comes from, and so does this; the link's own address stays here.
    referrer: 'strict-origin-when-cross-origin',
  });
}
