import { expect, test } from 'bun:test';
import { NewerFormatError } from '../rollups/stored-format.ts';
import { nounCodes, visitedNouns } from '../rollups/subject.ts';
import {
  type ClickRecord,
  type RecordSpace,
  readRecord,
  recordBytes,
  recordSpaceOf,
  stepOver,
  writeRecord,
} from './click-record.ts';
import { encodeRoute } from './steps/read-route.ts';

const KIND_WORD = 2;
const SEED = 1;

/** Memory of exactly the size of the record. */
function newSpace(record: ClickRecord): RecordSpace {
  return recordSpaceOf(new Uint8Array(recordBytes(record)));
}

function write(noun: ClickRecord['noun']): { space: RecordSpace; record: ClickRecord } {
  const texts = {
    peer: '203.0.113.9',
    forwardedFor: '',
    agent: 'a',
    language: '',
    referrer: '',
    purpose: '',
    utm: '',
    route: '',
  };
  const record: ClickRecord = { noun, id: 5, at: 1_800_000_000_000, isHead: true, isScan: false, ...texts };
  const space = newSpace(record);
  writeRecord(space, 0, record, SEED);
  return { space, record };
}

function read(space: RecordSpace): ClickRecord | undefined {
  return readRecord(space, 0);
}

test('a visit of each noun is read back unchanged', () => {
  for (const noun of visitedNouns) {
    const { space, record } = write(noun);
    expect(stepOver(space, 0, space.bytes.length, SEED)).toBe(space.bytes.length);
    expect(read(space)).toEqual(record);
  }
});

test('a visit of a link has the same bytes as before there were other nouns', () => {
  expect(write('link').space.words[KIND_WORD]).toBe(2 | (1 << 8));
  expect(write('qr').space.words[KIND_WORD]).toBe(2 | (1 << 8) | (nounCodes.qr << 16));
});

test('a scan is read back, and has the bytes of a plain visit with one bit more', () => {
  const { space, record } = write('link');
  const scan = recordSpaceOf(new Uint8Array(space.bytes.length));
  writeRecord(scan, 0, { ...record, isScan: true }, SEED);
  expect(read(scan)).toEqual({ ...record, isScan: true });
  expect(scan.words[KIND_WORD]).toBe(2 | (1 << 8) | (1 << 9));
  expect(scan.words.slice(KIND_WORD + 1)).toEqual(space.words.slice(KIND_WORD + 1));
});

test('the noun with the code of links is a link; an unknown noun means a newer version', () => {
  const { space, record } = write('link');
  space.words[KIND_WORD] = 2 | (1 << 8) | (nounCodes.link << 16);
  expect(read(space)).toEqual(record);
  for (const code of [1, 4, 9, 255]) {
    space.words[KIND_WORD] = 2 | (code << 16);
    expect(() => read(space)).toThrow(NewerFormatError);
  }
});

// The bytes that each version wrote, in segment 5. They never change, because a journal may be counted by a later version.
const VERSION_2 =
  '60000000 1bafc4aa 02010300 02000000 01000000 007a3ae4 a1010000 0c000000 3139382e 35312e31 30302e37 00000000' +
  '06000000 6375726c 2f380000 02000000 64650000 12000000 68747470 733a2f2f 612e6578 616d706c 652f0000' +
  '08000000 70726566 65746368';
const VERSION_3 =
  '74000000 09c02ca4 03010300 02000000 01000000 007a3ae4 a1010000 0c000000 3139382e 35312e31 30302e37 00000000' +
  '06000000 6375726c 2f380000 02000000 64650000 12000000 68747470 733a2f2f 612e6578 616d706c 652f0000' +
  '08000000 70726566 65746368 0f000000 75746d5f 736f7572 63653d6e 65777300';

const VERSION_4 =
  '78000000 652a4094 04010300 02000000 01000000 007a3ae4 a1010000 0c000000 3139382e 35312e31 30302e37 00000000' +
  '06000000 6375726c 2f380000 02000000 64650000 12000000 68747470 733a2f2f 612e6578 616d706c 652f0000' +
  '08000000 70726566 65746368 00000000 0e000000 72756c65 3a5ac3bc 72696368 2f420000';

test.each([
  ['2', VERSION_2, '', ''],
  ['3, with UTM parameters,', VERSION_3, 'utm_source=news', ''],
  ['4, with a route,', VERSION_4, '', encodeRoute('rule:Zürich/B')],
])('a record of version %s is read from and written as these bytes', (_version, stored, utm, route) => {
  const bytes = Buffer.from(stored.replaceAll(' ', ''), 'hex');
  const space = recordSpaceOf(new Uint8Array(bytes));
  const record: ClickRecord = {
    ...{ noun: 'qr', id: 2 ** 32 + 2, at: Date.UTC(2026, 10, 16, 12), isHead: true, isScan: false },
    ...{
      peer: '198.51.100.7',
      forwardedFor: '',
      agent: 'curl/8',
      language: 'de',
      referrer: 'https://a.example/',
      purpose: 'prefetch',
      utm,
      route,
    },
  };
  expect(stepOver(space, 0, bytes.length, 5)).toBe(bytes.length);
  expect(read(space)).toEqual(record);
  const written = newSpace(record);
  writeRecord(written, 0, record, 5);
  expect(written.words).toEqual(space.words);
});

test('long texts are written like short ones: one byte per character, then zeros up to a whole word', () => {
  const { record } = write('link');
  for (const length of [39, 40, 41, 42, 43, 120, 640, 700]) {
    const agent = 'é漢b'.repeat(300).slice(0, length);
    const long = { ...record, agent };
    const space = newSpace(long);
    space.words.fill(-1);
    writeRecord(space, 0, long, SEED);
    expect(stepOver(space, 0, space.bytes.length, SEED)).toBe(space.bytes.length);
    expect(read(space)?.agent).toBe(Buffer.from(agent.slice(0, 640), 'latin1').toString('latin1'));
    const at = space.bytes.indexOf(Buffer.from('é', 'latin1'));
    const end = at + Math.min(length, 640);
    expect(space.bytes.subarray(end, (end + 3) & ~3)).toEqual(Buffer.alloc(-end & 3));
  }
});

test('a record of a newer version is refused, and one of a version that never existed is not a record', () => {
  const { space } = write('link');
  for (const version of [5, 255]) {
    space.words[KIND_WORD] = version;
    expect(() => read(space)).toThrow('A journal of clicks was written by a newer version of Signpost');
  }
  for (const version of [0, 1]) {
    space.words[KIND_WORD] = version;
    expect(read(space)).toBeUndefined();
  }
});
