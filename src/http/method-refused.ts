/** The 405 response of a path outside the API. */
export function methodRefused(allowed: string): Response {
  return new Response(`This address takes ${allowed} only.\n`, {
    status: 405,
    headers: { Allow: allowed, 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  });
}

/** Whether a method only reads. */
export function isGetOrHead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A 405 response unless the method is GET or HEAD; undefined otherwise. */
export function refuseUnlessGet({ method }: Request): Response | undefined {
  return isGetOrHead(method) ? undefined : methodRefused('GET, HEAD');
}
