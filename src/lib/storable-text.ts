/** Whether both engines store a text unchanged: PostgreSQL has no U+0000, and UTF-8 no halves of characters. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** A text from elsewhere in a form that both engines store unchanged. */
export function storableText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const short = text.length > maxLength ? text.slice(0, maxLength) : text;
  return short.toWellFormed().replaceAll('\0', '');
}
