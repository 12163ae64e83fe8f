import { fieldsError } from './api-error.ts';

/** A JSON value as text that is pleasant to read; empty for null. */
export function formatJson(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2);
}

function parseJson(text: string): { value: object | null } | undefined {
  if (text.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(text) as object };
  } catch {
    return undefined;
  }
}

/** Parses the text of each field; throws `problem` for those that are not JSON. */
export function parseJsonFields<Name extends string>(
  texts: Partial<Record<Name, string>>,
  problem: string,
): Partial<Record<Name, object | null>> {
  const parsed = Object.entries<string>(texts as Record<string, string>).map(
    ([name, text]) => [name, parseJson(text)] as const,
  );
  const wrong = parsed.filter(([, found]) => found === undefined).map(([name]) => [name, problem]);
  if (wrong.length > 0) throw fieldsError(Object.fromEntries(wrong));
  return Object.fromEntries(parsed.map(([name, found]) => [name, found?.value])) as Partial<
    Record<Name, object | null>
  >;
}
