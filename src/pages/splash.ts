import { type Html, html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { cardResponse } from './layout.ts';
import { type ChosenColors, colorSheet } from './palette.ts';
import type { PixelTags } from './pixels/pixel-tags.ts';
import { type Inline, inline } from './policy.ts';
import { type ShownPicture, showPicture } from './shown-picture.ts';
import { splashScript } from './splash-script.ts';
import { ownSplashStyle } from './splash-style.ts';
import { textsOf } from './texts.ts';

/** The owner's settings of a splash page; '' and null use the default. */
export interface SplashLook {
  title: string;
  text: string;
  button: string;
  colors: ChosenColors;
  picture: ShownPicture | null;
  logo: ShownPicture | null;
}

/** The destination, and how long the page is shown. */
export interface SplashFacts {
  /** An http or https URL, already parsed. */
  destination: string;
  /** The link's title; may be empty. */
  title: string;
  /** 0 waits for the visitor. */
  seconds: number;
  look?: SplashLook | undefined;
}

const CUSTOM_SHEET = inline(ownSplashStyle);

function goLink(destination: string, seconds: number, label: Html | string): Html {
  const counter = seconds > 0 ? html`<span class="count" aria-hidden="true" hidden data-counting></span>` : '';
  return html`<a class="go" href="${destination}" rel="nofollow" data-seconds="${seconds}" aria-describedby="host${seconds > 0 ? ' automatic' : ''}">${counter}${label}</a>`;
}

/** The countdown and the button that stops it; both are shown only while it runs. */
function countdown(language: Language, seconds: number): Html {
  if (seconds === 0) return html``;
  const { splash } = textsOf(language);
  return html`<p class="unseen" id="automatic" hidden data-counting>${splash.automatic({ count: seconds })}</p>
<button class="stay" type="button" hidden data-counting>${splash.stay}</button>`;
}

function defaultCard(language: Language, { destination, title, seconds }: SplashFacts, host: string): Html {
  const { proceed, splash } = textsOf(language);
  return html`<div class="splash">
<p class="quiet">${splash.goesTo}</p>
<h1 class="host" id="host">${host}</h1>
${title === '' ? '' : html`<p class="subject">${title}</p>`}
<div class="dial">
<svg viewBox="0 0 152 152" aria-hidden="true" hidden data-counting><circle class="track" cx="76" cy="76" r="73"/><circle class="arc" cx="76" cy="76" r="73" pathLength="100"/></svg>
${goLink(destination, seconds, proceed)}
</div>
${countdown(language, seconds)}
</div>`;
}

function customCard(language: Language, { destination, seconds }: SplashFacts, look: SplashLook, host: string): Html {
  const { proceed, splash } = textsOf(language);
  const { title, text, button, picture, logo } = look;
  const ring = html`<svg class="ring" aria-hidden="true" hidden data-counting><rect class="track"/><rect class="arc" pathLength="100"/></svg>`;
  return html`<div class="splash own">
${picture ? showPicture(picture, 'cover') : ''}
${logo ? showPicture(logo, 'logo') : ''}
<h1>${title === '' ? host : title}</h1>
${text === '' ? '' : html`<p class="words">${text}</p>`}
<div class="pill">${seconds > 0 ? ring : ''}${goLink(destination, seconds, html`<span>${button === '' ? proceed : button}</span>`)}</div>
${countdown(language, seconds)}
<p class="leads">${splash.goesTo} <b id="host">${host}</b></p>
</div>`;
}

function customSheets(look: SplashLook | undefined): Inline[] {
  if (!look) return [];
  const colors = colorSheet(look.colors);
  return colors ? [CUSTOM_SHEET, colors] : [CUSTOM_SHEET];
}

/** Shows the destination and redirects after a countdown; without JavaScript it waits for the visitor. */
export function splashPage(language: Language, facts: SplashFacts, tags?: PixelTags | undefined): Response {
  const { destination, seconds, look } = facts;
  const { host } = new URL(destination);
  const card = look ? customCard(language, facts, look, host) : defaultCard(language, facts, host);
  const title = look && look.title !== '' ? look.title : `${textsOf(language).splash.title} ${host}`;
  return cardResponse(200, title, card, {
    language,
    moreSheets: customSheets(look),
    hasPictures: Boolean(look?.picture ?? look?.logo),
    tags,
    ...(seconds > 0 && { script: splashScript }),
    // The destination gets a referrer, as after a redirect, but only our origin and not the path of the link.
    referrer: 'strict-origin-when-cross-origin',
  });
}
