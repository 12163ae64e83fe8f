/** A pattern for LIKE that finds the text anywhere, in lower case; what means something to LIKE means itself. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}
