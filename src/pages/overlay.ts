import { type Html, html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { FRAME_ATTRIBUTES } from './frame.ts';
import { cardResponse, pageResponse } from './layout.ts';
import { type CardFacts, closeButton, type OverlayLook, overlayCard } from './overlay-card.ts';
import { hasForm } from './overlay-content.ts';
import type { FormFacts } from './overlay-form.ts';
import { overlayScript } from './overlay-script.ts';
import { overlayStyle } from './overlay-style.ts';
import { colorSheet } from './palette.ts';
import type { PixelTags } from './pixels/pixel-tags.ts';
import { type Inline, inline } from './policy.ts';
import { showPicture } from './shown-picture.ts';
import { baseStyle } from './style.ts';
import { textsOf } from './texts.ts';

/** The content of the page of a link with an overlay. */
export interface OverlayFacts {
  destination: string;
  /** The link's title; may be empty. */
  title: string;
  look: OverlayLook;
  form: FormFacts;
  /** Vendors' tags that fire on the page. */
  tags?: PixelTags | undefined;
}

const SHEET = inline(baseStyle + overlayStyle);
const REFERRER = 'strict-origin-when-cross-origin';

function optionsOf(language: Language, { look, tags }: OverlayFacts) {
  const colors = colorSheet(look.colors);
  const moreSheets: Inline[] = colors ? [colors] : [];
  return {
    language,
    sheet: SHEET,
    moreSheets,
    tags,
    hasPictures: look.picture !== null || look.logo !== null,
    forms: hasForm(look.content) ? ('self' as const) : ('none' as const),
    referrer: REFERRER,
  };
}

/** The confirmation that replaces a form after it was sent. */
function doneOf(language: Language, content: OverlayLook['content']): Html {
  if (!hasForm(content)) return html``;
  return html`<form class="done" method="dialog" hidden><p class="thanks" role="status"></p><button class="button" value="sent">${textsOf(language).proceed}</button></form>`;
}

function dialog(language: Language, facts: OverlayFacts): Html {
  const { position, delaySeconds, isDismissable, content } = facts.look;
  const isModal = position === 'center';
  const card: CardFacts = { ...facts, canClose: true };
  const closeAttributes = isDismissable
    ? html`${isModal ? html` closedby="any"` : ''}`
    : html` data-fixed closedby="none"`;
  // The overlay itself takes the focus, so that screen readers announce it and no on-screen keyboard opens.
  return html`<dialog open class="overlay ${position} of-${content.type}" aria-labelledby="says" tabindex="-1" data-delay="${delaySeconds}"${isModal ? html` data-modal` : ''}${closeAttributes}>
<div class="inner">
${isDismissable ? closeButton(language) : ''}
${overlayCard(language, card)}
${doneOf(language, content)}
${isModal && !isDismissable ? html`<p class="past"><a href="${facts.destination}" rel="nofollow">${textsOf(language).frame.open}</a></p>` : ''}
</div>
</dialog>`;
}

/** Shows the destination in a full-window frame with the overlay on top; `origin` is the destination's. */
export function overlayPage(language: Language, facts: OverlayFacts, origin: string): Response {
  const { frame } = textsOf(language);
  const { destination, title, look } = facts;
  const { host } = new URL(destination);
  const body = html`<a class="skip" href="${destination}" rel="nofollow">${frame.open}</a>
${dialog(language, facts)}
<iframe src="${destination}" title="${frame.content({ host })}" ${FRAME_ATTRIBUTES}></iframe>`;
  return pageResponse(200, {
    ...optionsOf(language, facts),
    title: title === '' ? host : title,
    body,
    frame: origin,
    script: overlayScript,
    asks: hasForm(look.content) ? facts.form.address : undefined,
  });
}

/** A preview of the overlay for its owner, without a destination; its forms are not sent. */
export function overlayPreviewPage(language: Language, look: OverlayLook): Response {
  const facts = {
    destination: 'https://example.com/',
    title: look.name,
    look,
    form: { action: '', address: '', token: '' },
  };
  return pageResponse(200, { ...optionsOf(language, facts), title: look.name, body: dialog(language, facts) });
}

function continueLink(language: Language, destination: string): Html {
  return html`<p class="onward"><a class="button" href="${destination}" rel="nofollow">${textsOf(language).proceed}</a></p>`;
}

/** Shows the overlay as a page before a destination that cannot be framed; also the response to an invalid form. */
export function overlayBeforePage(language: Language, facts: OverlayFacts, status = 200): Response {
  const { destination, title, look, form } = facts;
  const { host } = new URL(destination);
  const card = html`<div class="before of-${look.content.type}">
${overlayCard(language, { look, form, canClose: false })}
${continueLink(language, destination)}
<p class="note">${textsOf(language).splash.goesTo} ${host}</p>
</div>`;
  return cardResponse(status, title === '' ? host : title, card, optionsOf(language, facts));
}

/** Reports the result of a form and links to the destination. */
export function overlaySentPage(language: Language, facts: OverlayFacts, text: string, status = 200): Response {
  const { logo } = facts.look;
  const card = html`<div class="before">
${logo ? showPicture(logo, 'logo') : ''}
<h1 class="thanks">${text}</h1>
${continueLink(language, facts.destination)}
</div>`;
  return cardResponse(status, text.split('\n', 1)[0] ?? text, card, optionsOf(language, facts));
}
