import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import type { Dimension } from '../rollups/dimension.ts';
import { Page } from '../rollups/page.ts';
import { readPages, readSeries } from '../rollups/rollup.store.ts';
import type { Subject } from '../rollups/subject.ts';
import { type Piece, piecesOf, pointIndex, type Range } from './stats.range.ts';
import { addPage, createSummary, type Point, type Summary } from './summary.ts';

/** Gives the point of this moment what was counted in it. */
function setPoint(summary: Summary, range: Range, at: number, counted: Omit<Point, 'start'>): void {
  const point = summary.points[pointIndex(range, at)];
  if (point) Object.assign(point, counted);
}

function countedIn(page: Page): Omit<Point, 'start'> {
  return { clicks: page.clicks, bots: page.bots, unique: page.visitors.count() };
}

async function addPiece(db: Db, subject: Subject, range: Range, piece: Piece, summary: Summary): Promise<void> {
  const rows = await readPages(db, subject, piece.span, piece.from, piece.end);
  const whole = new Page();
  for (const { start, page } of rows) {
    whole.merge(page);
    if (range.interval === 'day') setPoint(summary, range, start, countedIn(page));
  }
  if (range.interval === 'month') setPoint(summary, range, piece.from, countedIn(whole));
  addPage(summary, whole);
}

/** What the pages of a range add up to; how many clicks they counted does not matter to the time it takes. */
export async function readRolled(db: Db, subject: Subject, range: Range, by: Dimension[]): Promise<Summary> {
  const summary = createSummary(range, by);
  for (const [index, piece] of piecesOf(range).entries()) {
    // SQLite answers without a pause: redirects get their turn between the pieces.
    if (index > 0) await setImmediate();
    await addPiece(db, subject, range, piece, summary);
  }
  if (range.interval === 'hour') {
    const hours = await readSeries(db, subject, 'hour', range.from, range.end);
    for (const { start, clicks, bots } of hours) setPoint(summary, range, start, { clicks, bots });
  }
  return summary;
}
