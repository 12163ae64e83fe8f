/** The value of a request cookie, the first one if the name occurs twice; undefined if there is none. */
export function readCookie({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  for (const part of (headers.get('Cookie') ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}
