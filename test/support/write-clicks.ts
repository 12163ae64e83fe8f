import type { Click } from '../../src/clicks/click.ts';
import { ClickBuffer } from '../../src/clicks/click-buffer.ts';
import { ClickWords } from '../../src/clicks/click-words.ts';
import { countAll } from '../../src/clicks/count-subjects.ts';
import { TextTally } from '../../src/clicks/text-tally.ts';
import { WordIdCache } from '../../src/clicks/word-id-cache.ts';
import type { Db } from '../../src/db/db.ts';
import { transaction } from '../../src/db/transaction.ts';

/** Counts clicks in one transaction, as the counting thread does. */
export async function writeClicks(
  db: Db,
  clicks: Click[],
  { wordIds = new WordIdCache(), hasFirstHours = true } = {},
): Promise<void> {
  const buffer = new ClickBuffer(clicks.length);
  for (const click of clicks) buffer.add(click);
  const words = new ClickWords(buffer, wordIds);
  const parts = { buffer, tally: new TextTally(buffer), words, hasFirstHours, isKeeping: true };
  await transaction(db, (tx) => countAll(tx, buffer.listSubjects(), parts));
  words.commit();
}
