import path from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' with { type: 'file' };

/** The URL in the stylesheet; changed content needs a new URL, because browsers cache the font forever. */
export const INTER_PATH = '/assets/inter.woff2';

/** Inter as a variable font for Latin letters; other scripts use the reader's system fonts. */
export function interFont(): Response {
  return new Response(Bun.file(path), {
    headers: {
      'Content-Type': 'font/woff2',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
