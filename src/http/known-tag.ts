/** Whether whoever asks already has what bears this tag. */
export function knowsTag(request: Request, tag: string): boolean {
  const tags = request.headers.get('If-None-Match')?.split(',') ?? [];
  return tags.some((text) => [`"${tag}"`, '*'].includes(text.trim().replace(/^W\//, '')));
}
