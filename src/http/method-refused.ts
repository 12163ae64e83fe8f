/** The answer to a method that an address outside the API does not take. */
export function methodRefused(allowed: string): Response {
  return new Response(`This address takes ${allowed} only.\n`, {
    status: 405,
    headers: { Allow: allowed, 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  });
}
