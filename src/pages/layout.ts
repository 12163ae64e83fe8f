import { type Html, html, Html as SafeHtml } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { brandLogo, brandSheets, nameLine } from './brand.ts';
import { INTER_PATH } from './fonts.ts';
import type { PixelTags } from './pixels/pixel-tags.ts';
import { contentPolicy, type Inline, inline, type Permissions, pageHeaders } from './policy.ts';
import { style } from './style.ts';

/** The parts of a page that vary besides its texts. */
export interface PageOptions extends Pick<Permissions, 'forms' | 'frame' | 'asks' | 'hasPictures'> {
  language?: Language;
  /** Replaces the shared stylesheet. */
  sheet?: Inline;
  /** Added after `sheet`, such as the owner's colors. */
  moreSheets?: Inline[];
  script?: Inline;
  /** Tags in the head, such as those for link previews. */
  head?: Html;
  /** Vendors' tags that fire on this page. */
  tags?: PixelTags | undefined;
  /** The Referrer-Policy; `no-referrer` by default. */
  referrer?: string;
  headers?: Record<string, string>;
}

/** The parts of a public page. */
export interface PageParts extends PageOptions {
  title: string;
  body: Html;
}

const COMMON = inline(style);

/** The favicon: a signpost with two arms. */
export const ICON = new SafeHtml(
  `<link rel="icon" href='data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"%3E%3Cg fill="%23176b62"%3E%3Cpath d="M14 3h4v27h-4z"/%3E%3Cpath d="M6 6h17l5 4-5 4H6z"/%3E%3Cpath d="M26 16H10l-5 4 5 4h16z" opacity=".65"/%3E%3C/g%3E%3C/svg%3E'>`,
);

/** Responds with a full page whose policy allows its own script and nothing from other hosts. */
export function pageResponse(status: number, parts: PageParts): Response {
  const { title, body, language = 'en', sheet = COMMON, script, head = html``, tags, referrer, headers } = parts;
  const moreSheets = [...brandSheets(), ...(parts.moreSheets ?? [])];
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}${ICON}
<link rel="preload" href="${INTER_PATH}" as="font" type="font/woff2" crossorigin>
<style>${sheet.content}</style>
${moreSheets.map(({ content }) => html`<style>${content}</style>\n`)}</head>
<body>
${body}
${script ? html`<script>${script.content}</script>` : ''}${tags ? tags.content : ''}
</body>
</html>
`;
  const { forms, frame, asks, hasPictures } = parts;
  const policy = contentPolicy({
    ...{ style: sheet, moreStyles: moreSheets, script, tags: tags?.sources },
    ...{ forms, frame, asks, hasPictures, hasIcon: true, hasFont: true },
  });
  return new Response(page.text, {
    status,
    headers: { ...pageHeaders(policy, referrer), 'X-Robots-Tag': 'noindex', ...headers },
  });
}

/** A page with one centered card. */
export function cardResponse(status: number, title: string, card: Html, options: PageOptions = {}): Response {
  const logo = brandLogo();
  const body = html`<main class="centre">${logo ?? ''}<div class="card">${card}</div>${nameLine()}</main>`;
  return pageResponse(status, { title, body, ...options, hasPictures: options.hasPictures || logo !== undefined });
}
