/** A JSON object of another service, of which nothing is known yet. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object in a field; an empty one if there is none. */
export function objectIn(parent: unknown, field: string): JsonObject {
  const value = isObject(parent) ? parent[field] : undefined;
  return isObject(value) ? value : {};
}

/** The objects of a list in a field; undefined if there is no list. */
export function objectsIn(parent: unknown, field: string): JsonObject[] | undefined {
  const value = isObject(parent) ? parent[field] : undefined;
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

/** A value as text; '' if it is neither text nor a number: some services write codes as numbers. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The same for a field; '' if there is none. */
export function textIn(parent: JsonObject, field: string): string {
  return textOf(parent[field]);
}

/** A whole number in a field, which may be written as a text; 0 if there is none. */
export function countIn(parent: JsonObject, field: string): number {
  const value = Number(textIn(parent, field).replaceAll(',', '') || '0');
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}

/** Epoch milliseconds of a date in a field; undefined if there is none. */
export function dateIn(parent: JsonObject, field: string): number | undefined {
  const ms = Date.parse(textIn(parent, field));
  return Number.isNaN(ms) ? undefined : ms;
}
