import { type Html, html, Html as SafeHtml } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { hasForm, type OverlayContent, type OverlayPosition } from './overlay-content.ts';
import { type FormFacts, overlayForm } from './overlay-form.ts';
import type { ChosenColors } from './palette.ts';
import { type ShownPicture, showPicture } from './shown-picture.ts';
import { textsOf } from './texts.ts';

/** The owner's settings of an overlay. */
export interface OverlayLook {
  name: string;
  content: OverlayContent;
  position: OverlayPosition;
  colors: ChosenColors;
  delaySeconds: number;
  isDismissable: boolean;
  picture: ShownPicture | null;
  logo: ShownPicture | null;
}

/** What rendering an overlay needs besides its settings. */
export interface CardFacts {
  look: OverlayLook;
  form: FormFacts;
  /** Whether there is a page behind the overlay that closing it reveals. */
  canClose: boolean;
}

const CROSS = new SafeHtml(
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M5 5l10 10M15 5L5 15"/></svg>',
);

/** A button that closes the overlay, with or without JavaScript. */
export function closeButton(language: Language): Html {
  const { close } = textsOf(language).overlay;
  return html`<form class="shut" method="dialog"><button value="close" aria-label="${close}">${CROSS}</button></form>`;
}

/** The heading, which is also the accessible name. */
function leadOf(language: Language, { content, name }: OverlayLook): string {
  const { contact, newsletter } = textsOf(language).overlay;
  switch (content.type) {
    case 'contact':
      return content.text ?? contact;
    case 'newsletter':
      return content.text ?? newsletter;
    case 'poll':
      return content.question ?? name;
    case 'image':
      return content.alt ?? name;
    default:
      return content.text ?? name;
  }
}

function action(
  language: Language,
  { button, button_url }: { button: string | null; button_url: string | null },
  canClose: boolean,
): Html {
  const { more } = textsOf(language).overlay;
  if (button_url !== null) return html`<a class="button" href="${button_url}" rel="nofollow">${button ?? more}</a>`;
  if (button === null || !canClose) return html``;
  return html`<form method="dialog"><button class="button" value="seen">${button}</button></form>`;
}

function coupon(language: Language, code: string | null): Html {
  if (code === null) return html``;
  const { copy, copied } = textsOf(language).overlay;
  return html`<p class="coupon"><code class="code">${code}</code><button class="copy" type="button" hidden data-done="${copied}">${copy}</button></p>`;
}

function image(language: Language, look: OverlayLook, link: string | null): Html {
  if (!look.picture) return html``;
  const shown = showPicture(look.picture, 'poster', leadOf(language, look));
  return link === null ? shown : html`<a class="posted" href="${link}" rel="nofollow">${shown}</a>`;
}

function body(language: Language, { look, form, canClose }: CardFacts): Html {
  const { content } = look;
  if (hasForm(content)) return overlayForm(language, content, form);
  if (content.type === 'image') return image(language, look, content.link);
  const code = content.type === 'coupon' ? coupon(language, content.code) : '';
  return html`${code}${action(language, content, canClose)}`;
}

/** The content of an overlay without its container. */
export function overlayCard(language: Language, facts: CardFacts): Html {
  const { content, logo } = facts.look;
  const isImage = content.type === 'image';
  return html`${logo ? showPicture(logo, 'logo') : ''}
<p class="lead${isImage ? ' unseen' : ''}" id="says">${leadOf(language, facts.look)}</p>
<div class="act">${body(language, facts)}</div>`;
}
