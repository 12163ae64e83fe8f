import { expect, test } from 'bun:test';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { newFolder } from '../../test/support/engines.ts';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { waitUntil } from '../../test/support/wait.ts';
import type { ClickRecord } from './click-record.ts';
import { Journal } from './journal.ts';
import { newJournalFolder, takeAbandoned } from './journal-folder.ts';
import { JournalReader } from './journal-reader.ts';
import { listSegments, SEGMENT_BYTES, segmentPath } from './segment.ts';

const START = { segment: 0, offset: 0 };

/** A record with this User-Agent; with the default it takes 96 bytes. */
function clickOf(id: number, agent = 'agent'): ClickRecord {
  const texts = {
    peer: '203.0.113.77',
    forwardedFor: '',
    agent,
    language: 'de',
    referrer: 'https://n.example/',
    purpose: '',
    utm: '',
    route: '',
  };
  return { noun: 'link', id, at: 0, isHead: false, isScan: false, ...texts };
}

const BYTES = 96;
// The maximum length of a text.
const LONG = 'x'.repeat(640);

async function beginJournal(rules = {}) {
  const folder = newFolder();
  const troubles: unknown[] = [];
  const journal = await Journal.begin(folder, (error) => troubles.push(error), rules);
  return { folder, journal, troubles };
}

async function readAll(reader: JournalReader, limit = 1_000) {
  const ids: number[] = [];
  const broken: Buffer[] = [];
  for (let batch = await reader.read(limit); batch; batch = await reader.read(limit)) {
    ids.push(...batch.records.map(({ id }) => id));
    broken.push(...batch.broken);
    await reader.wipeTo(batch.end);
  }
  reader.close();
  return { ids, broken };
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

test('every field is read back as it was written', async () => {
  const { folder, journal } = await beginJournal();
  const click = {
    noun: 'qr' as const,
    id: 7_000_000_000,
    at: 1_800_000_000_123,
    isHead: true,
    isScan: true,
    peer: '2001:db8::1',
    forwardedFor: '10.0.0.1, 10.0.0.2',
    agent: 'Ä/1.0',
    language: 'de-CH',
    referrer: '',
    purpose: 'prefetch',
    utm: 'utm_source=news',
    route: 'rule:A/1',
  };
  journal.append(click);
  journal.publish();
  const batch = await new JournalReader(folder, START, journal.writtenTo).read(10);
  expect(batch?.records).toEqual([click]);
  await journal.close();
});

test('a reader follows the writer over many segments, in order, and deletes counted segments', async () => {
  const { folder, journal } = await beginJournal();
  const reader = new JournalReader(folder, START, journal.writtenTo);
  const seen: number[] = [];
  for (let id = 1; id <= 20_000; id += 1) {
    journal.append(clickOf(id, LONG));
    if (id % 50 === 0) await Bun.sleep(0);
    if (id % 500 !== 0) continue;
    journal.publish();
    seen.push(...(await readAll(reader)).ids);
  }
  await waitUntil('no record waits', () => journal.waiting === 0, { everyMs: 1 });
  journal.publish();
  seen.push(...(await readAll(reader)).ids);
  expect(seen).toEqual(upTo(20_000));
  expect(journal).toMatchObject({ written: 20_000, dropped: 0 });
  expect((await listSegments(folder)).length).toBeLessThanOrEqual(2);
  await journal.close();
});

test('records wait in memory while a segment is being created; above the limit they are counted as dropped', async () => {
  const { folder, journal } = await beginJournal({ maxWaiting: 1_000 });
  for (let id = 1; id <= 8_000; id += 1) journal.append(clickOf(id, LONG));
  expect(journal.waiting).toBe(1_000);
  expect(journal.dropped).toBe(8_000 - 1_000 - journal.written);
  await waitUntil('no record waits', () => journal.waiting === 0, { everyMs: 1 });
  await journal.close();
  const { ids, broken } = await readAll(new JournalReader(folder, START));
  expect(ids).toEqual(upTo(journal.written));
  expect(broken).toEqual([]);
});

test('the end of a journal whose writer was killed is found, wherever it is', async () => {
  for (const count of [0, 1, 13_000]) {
    const { folder, journal } = await beginJournal();
    for (let id = 1; id <= count; id += 1) {
      journal.append(clickOf(id, LONG));
      if (id % 1_000 === 0) await waitUntil('no record waits', () => journal.waiting === 0, { everyMs: 1 });
    }
    await waitUntil('no record waits', () => journal.waiting === 0, { everyMs: 1 });
    // Not closed: the reader does not know where the writer stopped, as after kill -9.
    expect((await readAll(new JournalReader(folder, START))).ids).toEqual(upTo(count));
  }
});

test('reading continues, restarts at the first byte that is not wiped, and can begin at any position', async () => {
  const { folder, journal } = await beginJournal();
  for (const id of upTo(10)) journal.append(clickOf(id));
  const reader = new JournalReader(folder, START);
  const first = await reader.read(4);
  expect((await reader.read(4))?.records.map(({ id }) => id)).toEqual([5, 6, 7, 8]);
  await reader.restartAt(START);
  expect(await reader.read(4)).toEqual(first as NonNullable<typeof first>);
  expect(await reader.read(4, first?.end)).toBeUndefined();
  const { ids } = await readAll(new JournalReader(folder, first?.end ?? START));
  expect(ids).toEqual([5, 6, 7, 8, 9, 10]);
});

test('counted records are wiped from disk, even in the segment that is being written', async () => {
  const { folder, journal } = await beginJournal();
  const reader = new JournalReader(folder, START, journal.writtenTo);
  for (const id of upTo(500)) journal.append(clickOf(id));
  journal.publish();
  expect(readFileSync(segmentPath(folder, 1)).includes('203.0.113.77')).toBe(true);
  await readAll(reader);
  expect(readFileSync(segmentPath(folder, 1)).includes('203.0.113.77')).toBe(false);
  journal.append(clickOf(501));
  journal.publish();
  expect((await readAll(reader)).ids).toEqual([501]);
  await journal.close();
});

function damage(path: string, at: number, byte: number): void {
  const bytes = readFileSync(path);
  bytes[at] = byte;
  writeFileSync(path, bytes);
}

const bytesAt: [string, number][] = [
  ['in a length', BYTES * 3],
  ['in the high part of a length', BYTES * 3 + 3],
  ['in a check', BYTES * 3 + 5],
  ['in a link’s number', BYTES * 3 + 14],
  ['in a text', BYTES * 3 + 40],
];
for (const [where, at] of bytesAt) {
  test(`a flipped byte ${where} loses one click, which is reported`, async () => {
    const { folder, journal } = await beginJournal();
    for (const id of upTo(20)) journal.append(clickOf(id));
    await journal.close();
    damage(segmentPath(folder, 1), at, 0xa5);
    const { ids, broken } = await readAll(new JournalReader(folder, START));
    expect(ids).toEqual(upTo(20).filter((id) => id !== 4));
    expect(broken).toHaveLength(1);
  });
}

test('a gap, as a power failure may leave, does not hide the records after it', async () => {
  const { folder, journal } = await beginJournal();
  for (const id of upTo(9_000)) {
    journal.append(clickOf(id, LONG));
    if (id % 1_000 === 0) await waitUntil('no record waits', () => journal.waiting === 0, { everyMs: 1 });
  }
  await waitUntil('no record waits', () => journal.waiting === 0, { everyMs: 1 });
  await journal.close();
  const path = segmentPath(folder, 1);
  const bytes = readFileSync(path);
  bytes.fill(0, 4_096, 4_096 * 300);
  writeFileSync(path, bytes);
  const { ids, broken } = await readAll(new JournalReader(folder, START));
  expect(ids[0]).toBe(1);
  expect(ids.at(-1)).toBe(9_000);
  expect(ids.length).toBeGreaterThan(5_000);
  expect(broken.length).toBeGreaterThan(0);
});

test('the rest of a truncated segment is read, and reading ends', async () => {
  for (const size of [0, 100, 5_000]) {
    const { folder, journal } = await beginJournal();
    for (const id of upTo(200)) journal.append(clickOf(id));
    await journal.close();
    truncateSync(segmentPath(folder, 1), size);
    const { ids } = await readAll(new JournalReader(folder, START));
    expect(ids).toEqual(upTo(ids.length));
    expect(ids.length).toBe(Math.floor(size / BYTES));
  }
});

test('a record is valid only in the segment that it was written to', async () => {
  const { folder, journal } = await beginJournal();
  for (const id of upTo(5)) journal.append(clickOf(id));
  await journal.close();
  const bytes = readFileSync(segmentPath(folder, 1));
  writeFileSync(segmentPath(folder, 3), bytes);
  const { ids, broken } = await readAll(new JournalReader(folder, START));
  expect(ids).toEqual(upTo(5));
  expect(broken.length).toBeGreaterThan(0);
});

test('a folder is locked by one process, and found as abandoned once that process has ended', async () => {
  const root = newFolder();
  const mine = newJournalFolder(root, 'a store');
  expect(await takeAbandoned(root)).toEqual([]);
  mine.release();
  const [found] = await takeAbandoned(root);
  expect(found).toMatchObject({ id: mine.id, storeId: 'a store' });
  await found?.remove();
  expect(await takeAbandoned(root)).toEqual([]);
});

test('an append takes a microsecond or two, on a busy machine too', async () => {
  const { journal } = await beginJournal({ maxWaiting: 1 });
  const click = clickOf(1, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36');
  const count = Math.floor(SEGMENT_BYTES / 2 / 150);
  const cpuMs = fastestCpuMs(5, () => {
    for (let id = 0; id < count / 10; id += 1) journal.append(click);
  });
  expect((cpuMs * 1_000) / (count / 10)).toBeLessThan(2.5);
  await journal.close();
});
