import { type RawBuilder, sql } from 'kysely';

/** A LIKE pattern that finds the text anywhere, in lower case and with wildcards escaped. */
export function toLikePattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}

/** Whether a column that `searchWords` filled contains the text, ignoring case. */
export function containsWords(column: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} like ${toLikePattern(text)} escape '\\'`;
}

/** The searchable text of a row, in lower case: the engines would fold only A to Z. */
export function searchWords(...texts: string[]): string {
  // A search never contains a line break, so no match spans two texts.
  return texts.join('\n').toLowerCase();
}
