import { type FieldError, fieldError, invalidFields } from '../core/errors.ts';
import { isStorableText } from '../lib/storable-text.ts';

// Percent-encoding is the only way to write a NUL in a URL. A form may also contain the byte.
const WRITTEN_NUL = /%00|\0/i;

function refuseText(field: string): FieldError {
  return fieldError(field || 'body', 'control_characters');
}

function* visitTexts(value: unknown, place: string): Generator<FieldError> {
  if (typeof value === 'string') {
    if (!isStorableText(value)) yield refuseText(place);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const inside = place === '' ? name : `${place}.${name}`;
      if (isStorableText(name)) yield* visitTexts(part, inside);
      else yield refuseText(inside);
    }
  }
}

/** The texts of a value from outside that a store cannot keep, each by its place in the value. */
export function findUnstorable(value: unknown): FieldError[] {
  return [...visitTexts(value, '')];
}

/** The same for the fields of a query or of a URL-encoded form. */
export function findUnstorableFields(form: string): FieldError[] {
  if (!WRITTEN_NUL.test(form)) return [];
  const wrong = [...new URLSearchParams(form)].filter((pair) => !pair.every(isStorableText));
  return [...new Set(wrong.map(([name]) => name))].map(refuseText);
}

/** Throws if a value from outside has a text that a store cannot keep, for values that no schema of ours parses. */
export function assertStorable<Value>(value: Value): Value {
  const found = findUnstorable(value);
  if (found.length > 0) throw invalidFields(found);
  return value;
}

/** The texts of a URL that a store cannot keep. */
export function findUnstorableInUrl({ path, query }: { path: string; query: string }): FieldError[] {
  return [...(WRITTEN_NUL.test(path) ? [refuseText('path')] : []), ...findUnstorableFields(query)];
}
