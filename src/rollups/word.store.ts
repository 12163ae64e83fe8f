import type { Db } from '../db/db.ts';

const MAX_LENGTH = 255;
const TEXTS_AT_ONCE = 200;

/** What is kept of a text: not more than fits, no half characters, and no NUL, which PostgreSQL does not take. */
function trimText(text: string): string {
  const cut = text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '') : text;
  return cut.replaceAll('\0', '').toWellFormed();
}

function* batchesOf<Item>(items: Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += TEXTS_AT_ONCE) yield items.slice(from, from + TEXTS_AT_ONCE);
}

async function findTrimmed(db: Db, texts: string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const batch of batchesOf(texts)) {
    const rows = await db.selectFrom('words').select(['id', 'text']).where('text', 'in', batch).execute();
    for (const { id, text } of rows) found.set(text, id);
  }
  return found;
}

/** From the texts as they were asked for, of which two may be one word. */
function byAsked(texts: string[], found: Map<string, number>): Map<string, number> {
  const words = new Map<string, number>();
  for (const text of texts) {
    const id = found.get(trimText(text));
    if (id !== undefined) words.set(text, id);
  }
  return words;
}

/** The numbers of those texts that are words already. */
export async function findWords(db: Db, texts: string[]): Promise<Map<string, number>> {
  return byAsked(texts, await findTrimmed(db, [...new Set(texts.map(trimText))]));
}

/** The numbers of all these texts, new ones for those that have none. */
export async function addWords(tx: Db, texts: string[]): Promise<Map<string, number>> {
  // Sorted: two that add the same words wait for each other in one direction only.
  const trimmed = [...new Set(texts.map(trimText))].sort();
  const found = await findTrimmed(tx, trimmed);
  const missing = trimmed.filter((text) => !found.has(text));
  for (const batch of batchesOf(missing)) {
    const rows = await tx
      .insertInto('words')
      .values(batch.map((text) => ({ text })))
      .onConflict((conflict) => conflict.column('text').doNothing())
      .returning(['id', 'text'])
      .execute();
    for (const { id, text } of rows) found.set(text, id);
  }
  // Somebody else was first with the rest.
  const late = await findTrimmed(
    tx,
    missing.filter((text) => !found.has(text)),
  );
  for (const [text, id] of late) found.set(text, id);
  return byAsked(texts, found);
}

/** The texts of these numbers; a number that is nobody's is left out. */
export async function readWords(db: Db, ids: number[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  for (const batch of batchesOf([...new Set(ids)])) {
    const rows = await db.selectFrom('words').select(['id', 'text']).where('id', 'in', batch).execute();
    for (const { id, text } of rows) texts.set(id, text);
  }
  return texts;
}
