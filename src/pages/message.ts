import { type Html, html } from '../lib/html.ts';
import { cardResponse, type PageOptions } from './layout.ts';
import { picture } from './pictures.ts';

/** A card that says one thing; the page's title is its heading. */
export interface Message {
  picture: Parameters<typeof picture>[0];
  heading: string;
  text: string;
  action?: Html;
}

/** Answers a card that says why there is no link to follow. */
export function messageResponse(status: number, message: Message, options: PageOptions): Response {
  const { heading, text, action = html`` } = message;
  return cardResponse(
    status,
    heading,
    html`${picture(message.picture)}
<h1>${heading}</h1>
<p>${text}</p>
${action}`,
    options,
  );
}
