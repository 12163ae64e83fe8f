/** The value of a cookie that was sent along, of two with one name the first; undefined where there is none. */
export function readCookie({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  for (const part of (headers.get('Cookie') ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}
