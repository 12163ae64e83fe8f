import type { ZipArchive } from '../../lib/zip.ts';
import type { Noun } from '../../rollups/subject.ts';
import { readSweepNumber } from '../../rollups/word-sweep.store.ts';
import type { Tables } from '../../tables.ts';
import { groupLines, readLines } from './read-export.ts';
import type { RestoreLog } from './restore-log.ts';
import type { RestoreContext } from './restore-rows.ts';
import {
  type ClicksLine,
  restoreClicks,
  restoreStatistics,
  type StatisticsLine,
  type SubjectStatistics,
} from './restore-statistics.ts';

/** The archive, and the run that restores it. */
export interface HistoryParts {
  archive: ZipArchive;
  context: RestoreContext;
  log: RestoreLog;
}

const STATISTICS_AT_ONCE = 500;

const tablesOfNouns: Record<string, keyof Tables> = {
  ...{ link: 'links', qr: 'qr_codes', campaign: 'campaigns', bio: 'bio_pages', block: 'bio_blocks' },
};

/** Restores the counts of everything that was restored. */
export async function restoreAllStatistics({ archive, context, log }: HistoryParts): Promise<void> {
  // The last subject of which statistics were stored: the next group may be the rest of it.
  let stored = '';

  async function store(noun: Noun, subjects: SubjectStatistics[]): Promise<void> {
    const table = tablesOfNouns[noun] as keyof Tables;
    const ids = subjects.map(({ lines }) => lines[0]?.id ?? 0);
    await log.step(async (tx) => {
      // First in the transaction, so that no sweep deletes words that it uses.
      await readSweepNumber(tx);
      const restored = await restoreStatistics(tx, context.owner, noun, subjects);
      const last = subjects.at(-1);
      stored = last && restored.includes(last) ? `${noun} ${last.id}` : '';
      const added = restored.map(({ lines }) => lines.find(({ span }) => span === 'total')?.bots ?? 0);
      const bots = noun === 'link' ? added.reduce((sum, count) => sum + count, 0) : 0;
      const report = { ...log.report, bots: log.report.bots + bots };
      await log.markCounted(tx, table, ids);
      await log.save(tx, { file: 'statistics', report });
      return report;
    });
  }

  const lines = readLines<StatisticsLine>(archive, 'statistics');
  let [noun, waiting, size]: [Noun | undefined, SubjectStatistics[], number] = [undefined, [], 0];
  for await (const some of groupLines(lines, ({ of, id }) => `${of} ${id}`)) {
    log.noteRead(some.length);
    const [first] = some;
    const table = first && tablesOfNouns[first.of];
    const id = table && context.ids.find(table, first.id);
    if (!id || log.isCounted(table, first.id)) continue;
    if (noun !== undefined && (noun !== first.of || size + some.length > STATISTICS_AT_ONCE)) {
      await store(noun, waiting);
      [waiting, size] = [[], 0];
    }
    // A large subject comes in parts: its beginning is stored first.
    if (noun === first.of && waiting.at(-1)?.id === id) {
      await store(noun, waiting);
      [waiting, size] = [[], 0];
    }
    noun = first.of;
    const isNew = context.ids.isNew(table, first.id) || stored === `${noun} ${id}`;
    waiting.push({ id, isNew, lines: some });
    size += some.length;
  }
  if (noun !== undefined && waiting.length > 0) await store(noun, waiting);
}

/** Restores the single clicks of everything that was restored. */
export async function restoreAllClicks({ archive, context: { ids }, log }: HistoryParts): Promise<void> {
  const lines = readLines<ClicksLine>(archive, 'clicks');
  // The last day of which clicks were stored: the next group may be the rest of it.
  let stored = '';
  for await (const some of groupLines(lines, ({ of: noun, id, day }) => `${noun} ${id} ${day}`)) {
    log.noteRead(some.length);
    const [first] = some;
    const table = first && tablesOfNouns[first.of];
    const id = table && ids.find(table, first.id);
    if (!id) continue;
    const day = `${first.of} ${id} ${first.day}`;
    // An earlier part of the run may have stored them.
    const isNew = (ids.isNew(table, first.id) && !log.isResumed) || stored === day;
    await log.step(async (tx) => {
      await readSweepNumber(tx);
      stored = (await restoreClicks(tx, { id, isNew, lines: some })) ? day : '';
      await log.save(tx, { file: 'clicks', report: log.report });
      return log.report;
    });
  }
}
