import { html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { ICON } from './layout.ts';
import type { PixelTags } from './pixels/pixel-tags.ts';
import { contentPolicy, inline, pageHeaders } from './policy.ts';
import { textsOf } from './texts.ts';

// A page without its own background expects Canvas behind it, in both schemes.
const sheet = inline(`
:root { color-scheme: light dark; }
body { margin: 0; overflow: hidden; font: 600 16px/24px system-ui, -apple-system, 'Segoe UI', sans-serif; }
iframe { display: block; width: 100vw; height: 100vh; height: 100dvh; border: 0; background: Canvas; }
a { position: fixed; top: 12px; left: 12px; z-index: 1; padding: 10px 16px; border-radius: 6px; background: #005a52; color: #fff; text-decoration: none; transform: translateY(-80px); }
a:focus { transform: none; outline: 2px solid #fff; outline-offset: -4px; }
`);

// A host may contain characters that end a directive (";", ",") or match everything ("*"); no directive can name an IPv6 address.
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d+)?$/;

/**
 * The attributes of a frame that shows a destination. The sandbox allows all that an ordinary site needs, except for the tokens
 * that begin with `allow-top-navigation`: the destination must not navigate the page around it.
 */
export const FRAME_ATTRIBUTES = html`sandbox="allow-downloads allow-forms allow-modals allow-orientation-lock allow-pointer-lock allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts allow-storage-access-by-user-activation" allow="fullscreen" referrerpolicy="strict-origin-when-cross-origin"`;

/** The origin of a destination for the policy of a page; undefined if no directive can name it. */
export function frameOrigin(destination: string): string | undefined {
  const { origin } = new URL(destination);
  return PLAIN_ORIGIN.test(origin) ? origin : undefined;
}

/** Redirects to the destination instead of showing it in a frame. */
export function redirectWithoutFrame(destination: string): Response {
  return new Response(null, { status: 302, headers: { Location: destination, 'Cache-Control': 'private, no-store' } });
}

/** Shows the destination in a full-window frame with the link's title; redirects if no policy can name its origin. */
export function framePage(
  language: Language,
  { destination, title }: { destination: string; title: string },
  tags?: PixelTags | undefined,
): Response {
  const origin = frameOrigin(destination);
  if (origin === undefined) return redirectWithoutFrame(destination);
  const { host } = new URL(destination);
  const { open, content } = textsOf(language).frame;
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === '' ? host : title}</title>
${ICON}
<style>${sheet.content}</style>
</head>
<body>
<a href="${destination}" rel="nofollow">${open}</a>
<iframe src="${destination}" title="${content({ host })}" ${FRAME_ATTRIBUTES}></iframe>${tags ? tags.content : ''}
</body>
</html>
`;
  const policy = contentPolicy({ style: sheet, frame: origin, tags: tags?.sources, hasIcon: true });
  return new Response(page.text, {
    headers: { ...pageHeaders(policy, 'strict-origin-when-cross-origin'), 'X-Robots-Tag': 'noindex' },
  });
}
