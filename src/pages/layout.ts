import { type Html, html, Html as SafeHtml } from '../lib/html.ts';
import { style } from './style.ts';

/** A public page before it is a document. */
export interface PageParts {
  title: string;
  body: Html;
  /** Rules beside the common stylesheet. */
  extraStyle?: string;
}

function hashOf(text: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`;
}

function policyFor(css: string): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(css)}`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

// One mark, drawn here: a post with two arms.
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Cg fill="%23176b62"%3E%3Cpath d="M14 3h4v27h-4z"/%3E%3Cpath d="M6 6h17l5 4-5 4H6z"/%3E%3Cpath d="M26 16H10l-5 4 5 4h16z" opacity=".65"/%3E%3C/g%3E%3C/svg%3E';

/** A whole page, answered with a policy that lets nothing run and nothing be loaded from elsewhere. */
export function pageResponse(status: number, { title, body, extraStyle = '' }: PageParts): Response {
  const css = style + extraStyle;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<style>${new SafeHtml(css)}</style>
</head>
<body>
${body}
</body>
</html>
`;
  return new Response(page.text, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyFor(css),
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  });
}

/** A page of one centred card. */
export function cardResponse(status: number, title: string, card: Html): Response {
  const body = html`<main class="centre"><div class="card">${card}</div><p class="name">Signpost</p></main>`;
  return pageResponse(status, { title, body });
}
