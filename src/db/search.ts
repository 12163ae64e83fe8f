import { type RawBuilder, sql } from 'kysely';

/** A pattern that finds the text anywhere, in lower case; what means something to LIKE means itself. */
export function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}

/** Whether a column that `searchWords` has filled holds the text, in any case. */
export function holdsWords(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${containing(text)} escape '\\'`;
}

/** What a row is found by, in lower case: the engines would only fold A to Z. */
export function searchWords(...texts: string[]): string {
  // No search holds a line break, so that none runs over from one text into the next.
  return texts.join('\n').toLowerCase();
}
