import type { Db } from '../db/db.ts';
import { isShared } from '../db/row-statement.ts';

const MAX_LENGTH = 255;
const TEXTS_AT_ONCE = 200;

/** The text as it is stored: truncated, without lone surrogates, and without NUL, which PostgreSQL refuses. */
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

/** Locks the rows of these words in a fixed order, which prevents deadlocks; returns those that exist. */
export async function lockWords(tx: Db, ids: number[]): Promise<number[]> {
  const locked: number[] = [];
  for (const batch of batchesOf(ids.toSorted((left, right) => left - right))) {
    const query = tx.selectFrom('words').select('id').where('id', 'in', batch).orderBy('id');
    for (const { id } of await (isShared(tx) ? query.forUpdate() : query).execute()) locked.push(id);
  }
  return locked;
}

/** Records that these words are in use; does not return a word that another transaction has deleted meanwhile. */
async function clearUnused(tx: Db, ids: number[]): Promise<Set<number>> {
  const locked = await lockWords(tx, ids);
  for (const batch of batchesOf(locked))
    await tx.updateTable('words').set({ unused_in: 0 }).where('id', 'in', batch).execute();
  return new Set(locked);
}

/** Finds the ids of the texts that are words, and keeps sweeps from deleting them once this transaction is committed. */
async function holdTrimmed(tx: Db, texts: string[]): Promise<Map<string, number>> {
  const used = new Map<string, number>();
  const unused = new Map<string, number>();
  for (const batch of batchesOf(texts)) {
    const rows = await tx.selectFrom('words').selectAll().where('text', 'in', batch).execute();
    for (const { id, text, unused_in } of rows) (unused_in === 0 ? used : unused).set(text, id);
  }
  const cleared = await clearUnused(tx, [...unused.values()]);
  for (const [text, id] of unused) if (cleared.has(id)) used.set(text, id);
  return used;
}

/** Maps the original texts to ids. Two texts may trim to one word. */
function byOriginal(texts: string[], found: Map<string, number>): Map<string, number> {
  const words = new Map<string, number>();
  for (const text of texts) {
    const id = found.get(trimText(text));
    if (id !== undefined) words.set(text, id);
  }
  return words;
}

/** Finds the ids of the texts that are words; for reading only. */
export async function findWords(db: Db, texts: string[]): Promise<Map<string, number>> {
  return byOriginal(texts, await findTrimmed(db, [...new Set(texts.map(trimText))]));
}

/** The same for a transaction that stores the ids: keeps sweeps from deleting the words. */
export async function holdWords(tx: Db, texts: string[]): Promise<Map<string, number>> {
  return byOriginal(texts, await holdTrimmed(tx, [...new Set(texts.map(trimText))].sort()));
}

/** Returns the ids of all texts, and creates the missing words. */
export async function addWords(tx: Db, texts: string[]): Promise<Map<string, number>> {
  // Sorted, so that two transactions that add the same words do not deadlock.
  const trimmed = [...new Set(texts.map(trimText))].sort();
  const found = await holdTrimmed(tx, trimmed);
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
  // Another transaction has just added the rest.
  const late = await holdTrimmed(
    tx,
    missing.filter((text) => !found.has(text)),
  );
  for (const [text, id] of late) found.set(text, id);
  return byOriginal(texts, found);
}

/** The texts of these word ids; unknown ids are omitted. */
export async function readWords(db: Db, ids: number[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  for (const batch of batchesOf([...new Set(ids)])) {
    const rows = await db.selectFrom('words').select(['id', 'text']).where('id', 'in', batch).execute();
    for (const { id, text } of rows) texts.set(id, text);
  }
  return texts;
}
