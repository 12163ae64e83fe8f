import path from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2' with { type: 'file' };

/** The address that the stylesheet asks for; a font of other content needs another one, for browsers never ask twice. */
export const INTER_PATH = '/assets/inter.woff2';

/** Inter with every weight in one file, for the Latin letters; others come from the reader's own system. */
export function interFont(): Response {
  return new Response(Bun.file(path), {
    headers: {
      'Content-Type': 'font/woff2',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
