/** Whether the client already has the version with this ETag. */
export function matchesEtag(request: Request, tag: string): boolean {
  const tags = request.headers.get('If-None-Match')?.split(',') ?? [];
  return tags.some((text) => [`"${tag}"`, '*'].includes(text.trim().replace(/^W\//, '')));
}
