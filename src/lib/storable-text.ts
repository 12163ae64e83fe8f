/** A text from elsewhere in a form that both engines store unchanged: PostgreSQL has no U+0000, and UTF-8 no halves of characters. */
export function storableText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const short = text.length > maxLength ? text.slice(0, maxLength) : text;
  return short.toWellFormed().replaceAll('\0', '');
}
