import { type Html, html } from '../lib/html.ts';
import { cardResponse, type PageOptions } from './layout.ts';
import { picture } from './pictures.ts';

/** A page with one message; its title is the heading. */
export interface PageMessage {
  picture: Parameters<typeof picture>[0];
  heading: string;
  text: string;
  action?: Html;
}

/** Responds with a message that explains why there is no link to follow. */
export function messageResponse(status: number, message: PageMessage, options: PageOptions): Response {
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
