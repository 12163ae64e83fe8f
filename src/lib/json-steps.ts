import { createThreadYield } from './thread-yield.ts';

const ITEMS_AT_ONCE = 100;
const CHARACTERS_AT_ONCE = 50_000;
// Long lists are in the first levels of an answer.
const MAX_DEPTH = 3;

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !('toJSON' in value);
}

/** The text between the brackets. */
function inside(json: string): string {
  return json.slice(1, -1);
}

/** Whether JSON has a value for this field. */
function isWritten(field: unknown): boolean {
  return field !== undefined && typeof field !== 'function' && typeof field !== 'symbol';
}

/** The JSON of a value in pieces of some items each. */
function* writePieces(value: unknown, depth: number): Generator<string> {
  if (!isObject(value) || depth === 0) {
    yield JSON.stringify(value) ?? 'null';
  } else if (Array.isArray(value)) {
    yield '[';
    for (let at = 0; at < value.length; at += ITEMS_AT_ONCE)
      yield (at > 0 ? ',' : '') + inside(JSON.stringify(value.slice(at, at + ITEMS_AT_ONCE)));
    yield ']';
  } else {
    const fields = value as Record<string, unknown>;
    let comma = '';
    yield '{';
    for (const name of Object.keys(value)) {
      const field = fields[name];
      if (!isWritten(field)) continue;
      yield `${comma}${JSON.stringify(name)}:`;
      yield* writePieces(field, depth - 1);
      comma = ',';
    }
    yield '}';
  }
}

/** Joins pieces of text as bytes. Yields to the event loop in between, so that a long answer does not hold the thread. */
export async function joinInSteps(pieces: Iterable<string>): Promise<Blob> {
  const yieldThread = createThreadYield();
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < CHARACTERS_AT_ONCE) continue;
    parts.push(encoder.encode(text));
    text = '';
    await yieldThread();
  }
  parts.push(encoder.encode(text));
  return new Blob(parts);
}

/** Writes a value as `JSON.stringify` does, in steps: for answers whose lists may have any length. */
export function stringifyInSteps(value: unknown): Promise<Blob> {
  return joinInSteps(writePieces(value, MAX_DEPTH));
}

/** The items that `show` makes of others, in the same order; yields to the event loop in between. */
export async function mapInSteps<Item, Shown>(items: Iterable<Item>, show: (item: Item) => Shown): Promise<Shown[]> {
  const yieldThread = createThreadYield();
  const shown: Shown[] = [];
  let count = 0;
  for (const item of items) {
    shown.push(show(item));
    count += 1;
    if (count % ITEMS_AT_ONCE === 0) await yieldThread();
  }
  return shown;
}
