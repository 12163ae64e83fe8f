import smallPath from './icons/icon-192.png' with { type: 'file' };
import largePath from './icons/icon-512.png' with { type: 'file' };

const ICON_PATH = '/app/icon.svg';
const SMALL_PATH = '/app/icon-192.png';
const LARGE_PATH = '/app/icon-512.png';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#f7fafa" d="M0 0h64v64H0z"/><g fill="#176b62" transform="translate(10.55 10.55) scale(1.3)"><path d="M14 3h4v27h-4z"/><path d="M6 6h17l5 4-5 4H6z"/><path d="M26 16H10l-5 4 5 4h16z" opacity=".65"/></g></svg>';

/** The dashboard as an app that phones and computers can install. Sharing a page with it opens the screen that shortens it. */
const MANIFEST = {
  name: 'Signpost',
  short_name: 'Signpost',
  id: '/app',
  start_url: '/app',
  scope: '/app',
  display: 'standalone',
  background_color: '#f7fafa',
  theme_color: '#176b62',
  // Phones draw the home screen from pictures: not all of them read SVG.
  icons: [
    { src: ICON_PATH, sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' },
    { src: SMALL_PATH, sizes: '192x192', type: 'image/png', purpose: 'any maskable' },
    { src: LARGE_PATH, sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
  ],
  share_target: {
    action: '/app/share',
    method: 'GET',
    enctype: 'application/x-www-form-urlencoded',
    params: { title: 'title', text: 'text', url: 'url' },
  },
};

function respond(body: string | Blob, type: string): Response {
  return new Response(body, {
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400', 'X-Content-Type-Options': 'nosniff' },
  });
}

/** The files that make the dashboard an app; undefined for any other path. */
export function appFile(path: string): Response | undefined {
  switch (path) {
    case '/app/manifest.webmanifest':
      return respond(JSON.stringify(MANIFEST), 'application/manifest+json');
    case ICON_PATH:
      return respond(ICON, 'image/svg+xml');
    case SMALL_PATH:
      return respond(Bun.file(smallPath), 'image/png');
    case LARGE_PATH:
      return respond(Bun.file(largePath), 'image/png');
    default:
      return undefined;
  }
}
