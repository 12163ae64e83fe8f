import { expect, test } from 'bun:test';
import type { Click } from './click.ts';
import type { ClickRecord } from './click-record.ts';
import { PendingBatch } from './pending-batch.ts';

const AT_ONCE = 10_000;
const RECORDS = Array.from({ length: AT_ONCE }, () => ({ at: 0 }) as ClickRecord);

/** Adds clicks on this many links in turn until the batch is full. */
function fill(batch: PendingBatch, links: number): void {
  while (!batch.isFull) {
    const first = batch.records;
    const clicks = RECORDS.map((_, index): Click => {
      const id = 1 + ((first + index) % links);
      return { noun: 'link', id, at: 0, kind: 'person', visitor: index, values: { country: 'France' } };
    });
    batch.add({ records: RECORDS, broken: [], end: { segment: 1, offset: 0 } }, { clicks, failed: [] }, false);
  }
}

test('many clicks on few links are written together, and no click is lost while the batch grows', () => {
  const batch = new PendingBatch();
  fill(batch, 1_000);
  expect(batch.records).toBeGreaterThan(200_000);
  expect(batch.buffer.size).toBe(batch.records);
  const subjects = batch.buffer.listSubjects();
  expect(subjects).toHaveLength(1_000);
  expect(subjects.reduce((sum, { people }) => sum + people, 0)).toBe(batch.records);
});

test('clicks on many links fill a batch sooner: its write would take too long', () => {
  const batch = new PendingBatch();
  fill(batch, 1_000_000);
  expect(batch.records).toBeLessThan(80_000);
});

test('a batch that was cleared takes as many clicks again', () => {
  const batch = new PendingBatch();
  fill(batch, 1_000);
  const { records } = batch;
  batch.clear();
  expect(batch.isFull).toBe(false);
  fill(batch, 1_000);
  expect(batch.records).toBe(records);
});
