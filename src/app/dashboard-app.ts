const ICON_PATH = '/app/icon.svg';

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#f7fafa" d="M0 0h64v64H0z"/><g fill="#176b62" transform="translate(16 15)"><path d="M14 3h4v27h-4z"/><path d="M6 6h17l5 4-5 4H6z"/><path d="M26 16H10l-5 4 5 4h16z" opacity=".65"/></g></svg>';

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
  icons: [{ src: ICON_PATH, sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
  share_target: { action: '/app/share', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
};

function respond(body: string, type: string): Response {
  return new Response(body, {
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400', 'X-Content-Type-Options': 'nosniff' },
  });
}

/** The files that make the dashboard an app; undefined for any other path. */
export function appFile(path: string): Response | undefined {
  if (path === '/app/manifest.webmanifest') return respond(JSON.stringify(MANIFEST), 'application/manifest+json');
  return path === ICON_PATH ? respond(ICON, 'image/svg+xml') : undefined;
}
