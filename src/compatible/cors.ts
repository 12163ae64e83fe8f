import type { CorsRule } from './product.ts';

const DAY_SECONDS = '86400';

/** The response to the question of a browser whether a page may send a request. */
export function preflightResponse({ methods, headers }: CorsRule): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': headers.join(', '),
      'Access-Control-Max-Age': DAY_SECONDS,
    },
  });
}

/** Lets pages of any site read a response: compatible APIs take a key, and never a cookie. */
export function allowEveryOrigin(headers: Headers): void {
  headers.set('Access-Control-Allow-Origin', '*');
}
