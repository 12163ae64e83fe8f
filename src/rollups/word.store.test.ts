import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine, openReadyStore } from '../../test/support/engines.ts';
import type { Database } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { addWords, findWords, readWords } from './word.store.ts';

onEachEngine('words', (engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await openReadyStore(engine);
  });
  afterAll(() => database.close());

  function add(texts: string[]): Promise<Map<string, number>> {
    return transaction(database.db, (tx) => addWords(tx, texts));
  }

  test('a word keeps its id forever, and the id is above that of Other', async () => {
    const first = await add(['Firefox', 'Safari', 'Firefox']);
    expect([...first.keys()].sort()).toEqual(['Firefox', 'Safari']);
    for (const id of first.values()) expect(id).toBeGreaterThan(0);
    const second = await add(['Chrome', 'Safari']);
    expect(second.get('Safari')).toBe(first.get('Safari') as number);
    expect(new Set([...first.values(), ...second.values()]).size).toBe(3);
  });

  test('only known words are found, and case matters', async () => {
    const added = await add(['Opera', 'opera', 'Zürich', '東京', '']);
    expect(new Set(added.values()).size).toBe(5);
    expect(await findWords(database.db, ['Opera', 'OPERA', 'Zürich', '東京', 'Zurich'])).toEqual(
      new Map(['Opera', 'Zürich', '東京'].map((text) => [text, added.get(text) as number])),
    );
    expect(await findWords(database.db, [])).toEqual(new Map());
    expect(await add([])).toEqual(new Map());
  });

  test('ids are read back as texts, and unknown ids are omitted', async () => {
    const added = await add(['Linux', 'macOS']);
    const ids = [...added.values()];
    expect(await readWords(database.db, [...ids, ...ids, 0, 4_000_000_000])).toEqual(
      new Map([...added].map(([text, id]) => [id, text])),
    );
    expect(await readWords(database.db, [])).toEqual(new Map());
  });

  test('a text of more than 255 characters is truncated, never within a character, and found by its full text', async () => {
    const long = 'x'.repeat(300);
    const emoji = `${'y'.repeat(254)}😀😀`;
    const added = await add([long, `${long}z`, emoji]);
    expect(added.get(`${long}z`)).toBe(added.get(long) as number);
    expect(await findWords(database.db, [long, 'x'.repeat(255), emoji])).toEqual(
      new Map([
        [long, added.get(long) as number],
        ['x'.repeat(255), added.get(long) as number],
        [emoji, added.get(emoji) as number],
      ]),
    );
    const texts = await readWords(database.db, [...added.values()]);
    expect([...texts.values()].sort()).toEqual(['x'.repeat(255), 'y'.repeat(254)]);
  });

  test('a text that a store refuses does not affect the others', async () => {
    const odd = ['a\0b', 'c\ud800d', '\udc00'];
    const added = await add([...odd, 'fine']);
    expect([...added.keys()].sort()).toEqual([...odd, 'fine'].sort());
    expect(await findWords(database.db, odd)).toEqual(new Map(odd.map((text) => [text, added.get(text) as number])));
  });

  test('hundreds of words can be added at once', async () => {
    const texts = Array.from({ length: 1_001 }, (_, index) => `city ${index}`);
    const added = await add(texts);
    expect(new Set(added.values()).size).toBe(1_001);
    expect(await findWords(database.db, texts)).toEqual(added);
    expect((await readWords(database.db, [...added.values()])).size).toBe(1_001);
  });

  test('concurrent transactions that add the same words get the same ids and do not fail', async () => {
    const texts = Array.from({ length: 900 }, (_, index) => `referrer ${index}`);
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, node) =>
        // Without retries: words are locked in a fixed order, so there is no deadlock.
        database.db.transaction().execute((tx) => addWords(tx, node % 2 === 0 ? texts : texts.toReversed())),
      ),
    );
    const [first] = results;
    expect(first?.size).toBe(900);
    for (const result of results) {
      for (const text of texts) expect(result.get(text)).toBe(first?.get(text) as number);
    }
    expect(await findWords(database.db, texts)).toEqual(
      new Map(texts.map((text) => [text, first?.get(text) as number])),
    );
  });
});
